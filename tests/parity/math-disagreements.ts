import { extractAnswer } from 'slime-sdk/rewards';
import { exactValue, isSame } from './math-arithmetic.ts';
import type { Row } from './math-rows.ts';

/** A recorded row that shows a class at work. */
export interface Witness {
  /** The answer in the response's last complete box. */
  readonly answer: string;
  readonly label: Row['label'];
  readonly recorded: boolean;
  /** What the answer and the label are worth, as whole numbers over a common measure. */
  readonly worth: readonly [answer: readonly bigint[], label: readonly bigint[]];
}

/** Rows where the recorded verdict is wrong, and why. */
export interface DisagreementClass {
  readonly name: string;
  /** The fault in the list of faults. */
  readonly fault: 'A034' | 'B110' | 'B113' | 'B114' | 'B115' | 'B116' | 'B117';
  readonly reason: string;
  /** What the recorded verdict does wrongly: `accepts`, `rejects`, both, or gives one at all. */
  readonly wrongly: readonly ('accepts' | 'rejects' | 'judges')[];
  readonly applies: (input: Pick<Row, 'response' | 'label'>) => boolean;
  readonly witnesses: readonly Witness[];
}

const isBlank = (text: string): boolean =>
  text.replace(/\\text|\\boxed|\\ |[{}$\s]/g, '').replace(/\\$/, '') === '';

function closes(text: string): boolean {
  const open = text.split('{').length - text.split('\\{').length;
  return open === text.split('}').length - text.split('\\}').length;
}

const answerOf = (response: string): string => extractAnswer(response) ?? '';
const labelOf = (label: Row['label']): string => {
  const text = String(label);
  return text.includes('\\boxed') ? (extractAnswer(text) ?? '') : text;
};

/** A predicate over the text of the answer and of the label. */
const over =
  (condition: (answer: string, label: string) => boolean): DisagreementClass['applies'] =>
  ({ response, label }) =>
    condition(answerOf(response).trim(), labelOf(label).trim());

const either = (pattern: RegExp): DisagreementClass['applies'] =>
  over((answer, label) => pattern.test(answer) || pattern.test(label));

/** A percent sign alone, or mathematics that lacks its last part or what stands in braces. */
const isCutOff = (label: string): boolean =>
  /^\\?%$|(?:\\(?:text|[dt]?frac|sqrt|cdot|times)|\d\s*[-+*/^=])$|\^\{\}|sqrt\{\}/.test(label);

const UNIT =
  /(?:cm|cms|mm|(?:centi)?meters?|miles?|feet|foot|ft|yards?|seconds?|minutes?|hours?|days?|weeks?|years?|degrees?|dollars?|cents?|units)\b|\\circ|\\degree|°|\\?\$/;
const PERCENT = /%|percent/;

const INEQUALITY = /[<>≤≥]|\\[lg]eq?\b/;
const INTERVAL = /^[([].*,.*[)\]]$/;

/** An inequality on one side, an interval on the other. */
const isRestated = over(
  (answer, label) =>
    (INEQUALITY.test(answer) && INTERVAL.test(label)) ||
    (INTERVAL.test(answer) && INEQUALITY.test(label)),
);

/** The members of a list, set or union, in the order of their spelling. */
const members = (text: string): string =>
  text
    .replace(/\\[{}]|[a-z] ?=/g, '')
    .split(/\bor\b|\band\b|\\cup|,(?![^([]*[)\]])/)
    .map((member) => member.trim())
    .sort()
    .join(' ; ');

const equal = (a: string, b: string): boolean => {
  const [x, y] = [exactValue(a), exactValue(b)];
  return x !== null && y !== null && isSame(x, y);
};

/** Every class of rows on which the grader and the recorded verdicts may disagree. */
export const disagreements: readonly DisagreementClass[] = [
  {
    name: 'label without an answer',
    fault: 'B110',
    reason:
      'a label that is missing, blank, cut off or a boolean is an error of the data; slime tests for ' +
      'falsy values, so that null and "" make every answer wrong while " " makes an empty box right',
    wrongly: ['judges'],
    applies: ({ label }) =>
      label === null ||
      typeof label === 'boolean' ||
      (typeof label === 'string' && (isBlank(label) || !closes(label))),
    witnesses: [],
  },
  {
    name: 'label that breaks off',
    fault: 'A034',
    reason:
      'a text command without its text, a formula without its end or a percent sign alone states no ' +
      'answer; slime compares what is left of it, so that \\% makes an empty box right',
    wrongly: ['judges'],
    applies: over((_, label) => isCutOff(label)),
    witnesses: [],
  },
  {
    name: 'percentage against a number',
    fault: 'B115',
    reason: 'slime drops the percent sign: 48% becomes 48',
    wrongly: ['accepts', 'rejects'],
    applies: over(
      (answer, label) => !isCutOff(label) && PERCENT.test(answer) !== PERCENT.test(label),
    ),
    witnesses: [
      { answer: '48\\%', label: '48', recorded: true, worth: [[48n], [48n * 100n]] },
      { answer: '0.25', label: '25 percent', recorded: false, worth: [[25n * 100n], [25n * 100n]] },
    ],
  },
  {
    name: 'quantity with a unit',
    fault: 'B114',
    reason:
      'slime removes the unit words of a list as text, whatever they measure, and keeps all others as ' +
      'text: minutes equal days, while ft does not equal foot nor 550 cents $5.50',
    wrongly: ['accepts', 'rejects'],
    applies: (input) => either(UNIT)(input) && !isRestated(input),
    witnesses: [
      {
        answer: '10\\text{ minutes}',
        label: '10 days',
        recorded: true,
        worth: [[10n * 60n], [10n * 86_400n]],
      },
      {
        answer: '6 miles',
        label: '6 meters',
        recorded: true,
        worth: [[6n * 1_609_344n], [6n * 1000n]],
      },
      {
        answer: '550 cents',
        label: '\\$5.50',
        recorded: false,
        worth: [[550n], [5n * 100n + 50n]],
      },
      { answer: '6 ft', label: '6 foot', recorded: false, worth: [[6n * 3048n], [6n * 3048n]] },
      { answer: '96/2', label: '48\\text{ units}', recorded: false, worth: [[96n], [48n * 2n]] },
    ],
  },
  {
    name: 'box in another form',
    fault: 'B116',
    reason: '`\\boxed {5}` and `\\fbox{5}` are boxes; slime finds no answer in them',
    wrongly: ['rejects'],
    applies: ({ response }) => /(?:\\boxed\s+|\\fbox\s*)\{(?![^]*\\boxed\{)/.test(response),
    witnesses: [
      { answer: '12345.0', label: '12,345', recorded: false, worth: [[123_450n], [12_345n * 10n]] },
      {
        answer: '\\frac{17}{5}',
        label: '\\frac{17}{5}',
        recorded: false,
        worth: [
          [17n, 5n],
          [17n, 5n],
        ],
      },
    ],
  },
  {
    name: 'full stop in the box',
    fault: 'B116',
    reason:
      'the full stop of the sentence is taken out with the answer, and no number reads `18.8.`',
    wrongly: ['rejects'],
    applies: over((answer, label) => /[^.]\.$/.test(answer) || /[^.]\.$/.test(label)),
    witnesses: [
      {
        answer: '18.8.',
        label: '\\frac{94}{5}',
        recorded: false,
        worth: [[188n * 5n], [94n * 10n]],
      },
      {
        answer: '17/5.',
        label: '\\dfrac{17}{5}',
        recorded: false,
        worth: [
          [17n, 5n],
          [17n, 5n],
        ],
      },
    ],
  },
  {
    name: 'unfinished later box',
    fault: 'B117',
    reason: 'a `\\boxed` that holds nothing, or never closes, hides the finished box before it',
    wrongly: ['rejects'],
    applies: ({ response }) => {
      const last = response.lastIndexOf('\\boxed');
      return extractAnswer(response) !== null && extractAnswer(response.slice(last)) === null;
    },
    witnesses: [
      {
        answer: '\\frac{34}{10}',
        label: '17/5',
        recorded: false,
        worth: [[34n * 5n], [17n * 10n]],
      },
    ],
  },
  {
    name: 'members without order',
    fault: 'B117',
    reason: 'sets, unions and alternatives have no order; slime compares them item by item',
    wrongly: ['rejects'],
    applies: over(
      (answer, label) => /,|\bor\b|\\cup/.test(label) && members(answer) === members(label),
    ),
    witnesses: [
      {
        answer: '\\{3,2,1\\}',
        label: '\\{1,2,3\\}',
        recorded: false,
        worth: [sorted(3n, 2n, 1n), sorted(1n, 2n, 3n)],
      },
      {
        answer: '1 and 2',
        label: '2 or 1',
        recorded: false,
        worth: [sorted(1n, 2n), sorted(2n, 1n)],
      },
    ],
  },
  {
    name: 'named value',
    fault: 'B117',
    reason:
      '`AB = 48` states the value 48; slime cuts off names of at most two characters, and then ' +
      'compares what is left as text',
    wrongly: ['rejects'],
    applies: either(/^[\\A-Za-z(][\\A-Za-z(), ]*=/),
    witnesses: [
      { answer: 'AB = 48', label: '48', recorded: false, worth: [[48n], [48n]] },
      { answer: 'x = 3 2/5', label: '17/5', recorded: false, worth: [[3n * 5n + 2n], [17n]] },
      {
        answer: 'x=2\\sqrt{221}',
        label: '\\sqrt{884}',
        recorded: false,
        worth: [[2n ** 2n * 221n], [884n]],
      },
      // Coefficients of x and 1 on the right of y =.
      {
        answer: 'y=3+2x',
        label: 'y=2x+3',
        recorded: false,
        worth: [[3n, 2n].toReversed(), [2n, 3n]],
      },
    ],
  },
  {
    name: 'equal number in another form',
    fault: 'B117',
    reason:
      'an integer on one side rejects every equal expression on the other, and what the symbolic ' +
      'parser does not read counts as different',
    wrongly: ['rejects'],
    applies: over((answer, label) => equal(answer.replace(/^\\text\{(.*)\}$/, '$1'), label)),
    witnesses: [
      { answer: '\\text{6*8}', label: '48', recorded: false, worth: [[6n * 8n], [48n]] },
      { answer: '59049', label: '3^{10}', recorded: false, worth: [[59_049n], [3n ** 10n]] },
      {
        answer: '2(221)^{0.5}',
        label: '221^{1/2}\\cdot 2',
        recorded: false,
        worth: [[2n ** 2n * 221n], [221n * 2n ** 2n]],
      },
      {
        answer: '\\sqrt{4}',
        label: '8^(1/3)',
        recorded: false,
        worth: [
          [2n ** 2n, 8n],
          [4n, 2n ** 3n],
        ],
      },
    ],
  },
  {
    name: 'option in words',
    fault: 'B117',
    reason: '`Option A` names the option A; slime compares the spellings',
    wrongly: ['rejects'],
    applies: over((answer, label) => /^Option [A-J]$/.test(answer) && /^\(?[A-J]\)?$/.test(label)),
    // The first of the options.
    witnesses: [{ answer: 'Option A', label: 'A', recorded: false, worth: [[1n], [1n]] }],
  },
  {
    name: 'infinity typed as a character',
    fault: 'B117',
    reason: 'the same interval; slime reads ∞ only where the text holds a backslash too',
    wrongly: ['rejects'],
    applies: over((answer, label) => answer.includes('∞') !== label.includes('∞')),
    witnesses: [{ answer: '(-∞,3)', label: '(-\\infty,3)', recorded: false, worth: [[3n], [3n]] }],
  },
  {
    name: 'inequality for an interval',
    fault: 'B117',
    reason: 'the numbers below 3 are `x < 3` and `(-\\infty, 3)`; slime compares the spellings',
    wrongly: ['rejects'],
    applies: isRestated,
    witnesses: [
      {
        answer: 'x<3\\mbox{ units}',
        label: '(-\\infty,3)',
        recorded: false,
        worth: [[3n], [3n]],
      },
    ],
  },
  {
    name: 'function behind the guard',
    fault: 'B113',
    reason:
      'with no bound on its symbolic check slime refuses texts of more than two letters, and `sin` ' +
      'with `pi` are four',
    wrongly: ['rejects'],
    applies: either(/(?:sin|cos|tan)\(pi/),
    witnesses: [
      {
        answer: 'sin(pi/6)',
        label: '0.5',
        recorded: false,
        // s = sin(pi/6) is the positive root of 4s^3 - 3s + 1 = (s + 1)(2s - 1)^2.
        worth: [
          multiplyPolynomials([1n, 1n], multiplyPolynomials([-1n, 2n], [-1n, 2n])),
          [1n, -3n, 0n, 4n],
        ],
      },
    ],
  },
];

function sorted(...values: readonly bigint[]): bigint[] {
  return [...values].sort((a, b) => Number(a - b));
}

/** Coefficients from the constant up. */
function multiplyPolynomials(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  const product = Array.from({ length: a.length + b.length - 1 }, () => 0n);
  for (const [i, x] of a.entries()) {
    for (const [j, y] of b.entries()) product[i + j] = (product[i + j] ?? 0n) + x * y;
  }
  return product;
}
