import fc from 'fast-check';

const atom = fc.constantFrom(
  'x',
  'y',
  'Z',
  '2',
  '7',
  '10',
  '99999',
  '0.1',
  '1/3',
  '\\pi',
  'e',
  'i',
  'n',
  '(x+1)',
  '(a+b)',

  '\\sqrt2',
  '\\sqrt{3}',
  '\\sqrt[3]{2}',
  '\\cos\\frac{\\pi}{7}',
  '\\sin x',
  '2^x',
  'x^y',
  '\\ln 2',
  '|x|',
);
const opening = fc.constantFrom(
  '\\frac{1}{1+',
  '\\frac{x}{x+',
  '\\sqrt{1+',
  '\\sqrt[3]{1+',
  '2^{1+',
  'x^{1+',
  '\\binom{9}{1+',
  '{x+',
);
const count = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
const list = <Part>(part: fc.Arbitrary<Part>, max: number): fc.Arbitrary<Part[]> =>
  fc.array(part, { minLength: 2, maxLength: max });
const joined = (part: fc.Arbitrary<string>, max: number, by: string): fc.Arbitrary<string> =>
  list(part, max).map((parts) => parts.join(by));
const digits = (max: number): fc.Arbitrary<string> =>
  fc.tuple(count(9), count(max)).map(([digit, times]) => String(digit).repeat(times));

/** `9^{9^{9}}`, `x^{2^{x}}`. */
const tower = list(atom, 60).map((parts) => `${parts.join('^{')}${'}'.repeat(parts.length - 1)}`);
const nested = fc
  .tuple(opening, atom, count(70))
  .map(([open, middle, depth]) => `${open.repeat(depth)}${middle}${'}'.repeat(depth)}`);
const exponent = fc.oneof(
  fc.constant('10^{10^{10}}'),
  count(10 ** 9).map((power) => `1e${power}`),
  fc.tuple(digits(200), digits(200)).map(([base, power]) => `${base}^{${power}}`),
);
const combinatorial = fc.oneof(
  joined(
    count(10 ** 6).map((n) => `${n}!`),
    50,
    '*',
  ),
  joined(
    fc.tuple(count(999), count(999)).map(([n, k]) => `\\binom{${n}}{${k}}`),
    50,
    '+',
  ),
);
const powerOfSum = fc
  .tuple(joined(atom, 8, '+'), count(5000))
  .map(([sum, power]) => `(${sum})^{${power}}`);
const sumOfFunctions = fc
  .tuple(fc.constantFrom('\\sin', '\\tan', '\\arctan', '\\ln', '\\sqrt'), list(atom, 60))
  .map(([name, parts]) => parts.map((part, at) => `${name}{${at + 1}${part}}`).join('+'));
const quotients = list(atom, 80).map((parts) =>
  parts.map((part, at) => `\\frac{${part}}{x+${at}}`).join('+'),
);
const matrix = fc.tuple(count(40), count(40), atom).map(([rows, columns, cell]) => {
  const row = Array.from({ length: columns }, () => cell).join('&');
  return `\\begin{pmatrix}${Array.from({ length: rows }, () => row).join('\\\\')}\\end{pmatrix}`;
});
const flood = fc
  .tuple(
    fc.constantFrom(
      '{',
      '}',
      '(',
      '\\frac',
      '\\text{',
      '\\left(',
      '1,',
      '1,234,',
      ' or ',
      '\\pm ',
      '\\cup ',
      '5 cm ',
      '=x',
      '<x',
      ':1',
      '!',
      "'",
      '_',
      '\\,',
      '\ud800',
      '\u202e',
      '½',
      '²',
      '√',
      '٣',
      '\u0301',
    ),
    count(3000),
  )
  .map(([piece, times]) => piece.repeat(times));
const repeating = fc
  .tuple(digits(900), digits(900))
  .map(([start, again]) => `0.${start}\\overline{${again}}`);

const unitTail = list(
  fc.tuple(
    fc.constantFrom(
      'oz',
      'lb',
      'cm',
      'mi',
      'm',
      'square ft',
      'per km',
      '/ yd',
      '\\text{ in}',
      'million',
    ),
    fc.constantFrom('', '^9', '^{-9}', ' squared', '^2'),
  ),
  300,
).map((units) => `5 ${units.map((unit) => unit.join('')).join(' ')}`);
const mixed = fc
  .tuple(count(9), atom, count(70))
  .map(
    ([whole, middle, depth]) =>
      `${`${whole}\\frac{`.repeat(depth)}${middle}${'}{11}'.repeat(depth)}`,
  );
/** Products of roots less the root of the product: 0, though no few digits show it. */
const cancelling = fc
  .tuple(fc.constantFrom(2, 3, 7, 31, 64), list(count(20), 4))
  .map(([degree, parts]) => {
    const root = (of: number): string => `\\sqrt[${degree}]{${of}}`;
    return `${parts.map(root).join('')}-${root(parts.reduce((a, b) => a * b, 1))}`;
  });
const angles = fc
  .tuple(count(400), list(count(400), 8))
  .map(([part, turns]) => turns.map((turn) => `\\cos\\frac{${turn}\\pi}{${part}}`).join('+'));

/** Answers that are deep, large or malformed in one of the ways that cost graders hours. */
export const hostileShape: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      tower,
      nested,
      exponent,
      combinatorial,
      powerOfSum,
      sumOfFunctions,
      quotients,
      matrix,
      flood,
      repeating,
      unitTail,
      mixed,
      cancelling,
      angles,
      digits(2000),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join('+'));
