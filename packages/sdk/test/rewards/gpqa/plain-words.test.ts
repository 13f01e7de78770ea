import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainWords } from '../../../src/rewards/gpqa/plain-words.ts';

/** Each line spells one thing; no two lines spell the same. */
const spellings: readonly (readonly string[])[] = [
  [
    '3.0 x 10^8 m/s',
    '3.0 × 10^8 m/s',
    '3.0 \\times 10^{8} \\text{ m/s}',
    '$3.0\\times 10^8\\,\\text{m}/\\text{s}$',
    '3*10^8 m/s',
    '3.0·10⁸ m/s',
    '**3.00x10^{8} m/s**',
  ],
  ['3 0 x 10 8 M S'],
  ['10^-4 eV', '10^{-4} eV', '10⁻⁴ eV', '10^(-4) eV', '10^{-4}\\text{ eV}', '10^−4 eV'],
  ['10^4 eV', '10⁴ eV', '10^{4} eV.'],
  ['-4', '−4', '$-4$', '(-4)', '**-4**', '\\boxed{-4}', '-4.', '-4.0,'],
  ['4', '**4**', '4.', '$4$', '+4', '4.00', '- 4', '<answer>4</answer>'],
  ['is -4', 'is - 4'],
  ['answer 4', 'Answer - 4', 'Answer – 4', 'Answer: 4', 'answer = 4'],
  ['answer -4', 'Answer: -4', 'Answer: - 4'],
  ['0.4', '.4', '0.40'],
  ['1,000', '1000', '1,000.0'],
  ['1,2', '1, 2'],
  ['4.5'],
  ['x*y', 'x * y', 'x × y', 'x \\cdot y'],
  ['x/y', 'x / y', '\\frac{x}{y}', 'x ÷ y'],
  ['x-y', 'x - y', 'x − y'],
  ['x+y', 'x + y', '$x+y$'],
  ['x y'],
  ['x^y', 'x ^ y', 'x**y', 'x^{y}'],
  ['x ± y', 'x \\pm y'],
  ['Helium-4', 'helium 4', 'HELIUM-4!'],
  ['X-ray', 'x ray'],
  ['2-propanol', '2 propanol'],
  ['1/2', '\\frac{1}{2}', '\\frac12', '1 / 2'],
  ['(x+y)/2', '\\frac{x+y}{2}', '(x + y) / 2'],
  ['x+y/2'],
  ['2*(x+y)'],
  ['2*x+y'],
  ['e^{-x}', 'e^(-x)', 'e^-x'],
  ['e^{x+y}', 'e^(x+y)'],
  ['e^x+y'],
  ['sqrt(2)', '√2', '\\sqrt{2}', 'sqrt 2'],
  ['ln 2', 'ln(2)', '\\ln{2}', '\\ln 2'],
  ['cos x', '\\cos x', 'cos(x)'],
  ['-cos x', '-\\cos x', '-cos(x)'],
  ['H2 + O2', 'H₂ + O₂'],
  ['Na+', 'Na^+'],
  ['Na'],
  ['Cl-'],
  ['Ca^{2+}', 'Ca²⁺'],
  ['hydrogen/helium', 'hydrogen / helium'],
  ['x < 4', 'x<4'],
  ['x > 4', 'x>4'],
  ['x <= 4', 'x ≤ 4', 'x \\leq 4'],
  ['β', 'beta', '\\beta', '$\\beta$', 'Β'],
  ['α-4', '\\alpha - 4'],
  ['水'],
  ['水素'],
  ['答案 水', '答案是水。', '答案为水'],
  ['答え 水', '答えは水です。'],
  ['20 米', '20米', '２０米'],
  ['café', 'CAFÉ'],
  ['cafe'],
  ['5-10 eV', '5–10 eV'],
  ['E = mc^2', 'E=mc²'],
  ['E = hν', '$E = h\\nu$', 'E = h ν'],
  ['2πr', '2\\pi r', '2 π r'],
  ['ΔG', '\\Delta G', '$\\Delta$G'],
  ['5 μF', '5\\,\\mu\\text{F}', '5 µF'],
  ['1.2e6', '1.2E6', '1.2 × 10^6', '1.2\\times10^{6}', '1.2e+06'],
  ['1.2e-6', '1.2 × 10⁻⁶'],
  ['1e6', '10^6', '1 × 10^6', '1.0\\times 10^6'],
  ['21e6'],
  ['SN2', 'S_N2', '$S_{N}2$', 'S$_N$2', 'Sₙ2', '$\\mathrm{S_N2}$'],
  ['(S)-2-butanol', '(S)\\text{-2-butanol}'],
  ['section 3 500 kg', 'section 3, 500 kg'],
  ['about 3500 kg', 'about 3 500 kg'],
  ['result 5', 'result:\n- 5'],
];

describe('plainWords', () => {
  it.each(spellings.map((line) => [line]))('spells %j the same', (line) => {
    expect(line.map(plainWords)).toEqual(line.map(() => plainWords(line[0] ?? '')));
  });

  it('spells different things differently', () => {
    const spelt = spellings.map((line) => plainWords(line[0] ?? ''));
    expect(spelt.filter((one, at) => spelt.indexOf(one) !== at)).toEqual([]);
    expect(spelt).not.toContain('');
  });

  it('tells numbers apart by what they are worth, in any text', () => {
    const number = fc.record({
      isNegative: fc.boolean(),
      whole: fc.nat({ max: 99_999 }),
      digits: fc.nat({ max: 3 }),
    });
    const written = number.map(({ isNegative, whole, digits }) => ({
      // Exact: so many hundredths, however they are written.
      worth: (isNegative ? -1 : 1) * whole * 10 ** (3 - digits),
      text: `${isNegative ? '-' : ''}${decimal(whole, digits)}`,
    }));
    const around = fc.constantFrom<[string, string]>(
      ['', ''],
      ['(', ')'],
      ['$', '$.'],
      ['**', '**,'],
      ['it is ', '.'],
      ['x = ', ' eV'],
    );
    fc.assert(
      fc.property(written, written, around, (one, other, [before, after]) => {
        const [a, b] = [one, other].map(({ text }) => plainWords(`${before}${text}${after}`));
        // Minus nought is written by nobody.
        fc.pre(one.worth !== 0 && other.worth !== 0);
        expect(a === b).toBe(one.worth === other.worth);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  it('keeps words of letters as they are, small', () => {
    const word = fc.stringMatching(/^[A-Za-z]{2,9}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), (words) => {
        fc.pre(words.every((one) => !/^(?:sqrt|sin|cos|tan|log|ln|exp)$/i.test(one)));
        expect(plainWords(words.join('.\n'))).toBe(words.join(' ').toLowerCase());
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('reads the end of a text that is too long, from a whole word on', () => {
    expect(plainWords(`${'word '.repeat(100_000)}-4`)).toMatch(/^word word .* word -4$/);
    expect(plainWords(`${'x - '.repeat(100_000)}10^-4`)).toMatch(/-10\^-4$/);
  });
});

const decimal = (whole: number, digits: number): string => {
  const text = String(whole).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
};
