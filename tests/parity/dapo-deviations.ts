import type { Deviation } from './deviation.ts';
import { type ExactValue, exactValue, isSame, overHundred } from './math-arithmetic.ts';
import { labelText, type RecordedInput } from './recorded-rows.ts';

/** The line of the last `Answer:`, or the last box under `strict_box_verify`, by cutting. */
function statedIn({ response, strict }: RecordedInput): string {
  const visible = response.split('</think>').at(-1) ?? '';
  const pattern = strict
    ? /\\(?:boxed|fbox)\{((?:[^{}]|\{[^{}]*\})*)\}/g
    : /answer\s*:[\s*]*([^\n]*)/gi;
  return [...visible.matchAll(pattern)].at(-1)?.[1] ?? '';
}

/** What a text states, without markup, delimiters, units and names; by substitution alone. */
function bare(text: string): string {
  return text
    .replaceAll(/<\|.*?\|>|[*"$]|\\[()]|\\\$/g, '')
    .replace(/\\(?:boxed|text|mathrm)\{\s*([^{}]*)\}/g, '$1')
    .replace(/\{,\}/g, ',')
    .replace(/^.*=/, '')
    .replace(/(?<=\d)(?:\s*\^?\\circ| *(?:units|dollars|degrees|cm|m|\\text)\b)+/g, '')
    .replace(/^\s*a /, '')
    .replace(/\.$/, '')
    .trim();
}

/** The number that a text states; null for anything else. */
function numberIn(text: string): ExactValue | null {
  const spelt = bare(text);
  const percent = /^(.*?)\\?%$/.exec(spelt)?.[1];
  return percent === undefined ? exactValue(spelt) : overHundred(exactValue(percent));
}

/** `2x = 48` says that x is 24. */
const isToSolve = (stated: string): boolean => /\d[a-z] ?=/.test(stated);

/** Whether the stated number is the label's, by an arithmetic that is not the grader's. */
export function isRightNumber(input: RecordedInput): boolean | null {
  const stated = statedIn(input);
  // Metres are no degrees.
  if (/\\text\{ m\}/.test(stated) && /\\circ/.test(labelText(input.label))) return false;
  if (isToSolve(stated)) return false;
  // Two numbers that differ state neither.
  if (/ and /.test(stated)) {
    const [first, second] = stated.split(' and ');
    if (first?.trim() !== second?.trim()) return false;
  }
  const [answer, label] = [
    numberIn(stated.split(' and ')[0] ?? ''),
    numberIn(labelText(input.label)),
  ];
  return answer === null || label === null ? null : isSame(answer, label);
}

const SUFFIX = 300;
const STRICT_SUFFIX = 100;

/** Where `dapo` departs from the recorded `compute_score`. */
export const dapoDeviations: readonly Deviation[] = [
  {
    name: 'answer before the last characters',
    fault: 'B119',
    reason: 'slime reads the last 300 characters, 100 of them where the box is strict, and no more',
    wrongly: ['refuses'],
    applies: ({ response, strict }) => response.length > (strict ? STRICT_SUFFIX : SUFFIX),
    matches: 20,
    disagree: 8,
    labelled: [
      { response: `Answer: 42\n${'so it is. '.repeat(31)}`, label: '42', right: 1 },
      { response: `Answer: 43\n${'so it is. '.repeat(31)}`, label: '42', right: -1 },
      { response: `\\boxed{42}${'. '.repeat(60)}`, label: '42', strict: true, right: 1 },
    ],
  },
  {
    name: 'markup around the answer',
    fault: 'B119',
    reason:
      'a full stop, bold type, delimiters of mathematics and a font are no part of a number; slime ' +
      'compares them with it',
    wrongly: ['refuses'],
    applies: ({ response, strict }) => {
      return !strict && /\*\*|\\\(|\\mathrm|\d\.$/.test(response.trim());
    },
    matches: 29,
    disagree: 20,
    labelled: [
      { response: 'Answer: 42.', label: '42', right: 1 },
      { response: '**Answer:** 42', label: '42', right: 1 },
      { response: 'Answer: \\(\\boxed{42}\\)', label: '42', right: 1 },
      { response: 'Answer: \\mathrm{42}', label: '42', right: 1 },
      { response: 'Answer: 42\nThat is my answer: nothing to add', label: '42', right: 1 },
      { response: '**Answer:** 43', label: '42', right: -1 },
    ],
  },
  {
    name: 'box in another form',
    fault: 'B116',
    reason: '`\\fbox{5}` is a box, and blanks at its edges are no part of the answer',
    wrongly: ['refuses'],
    applies: ({ response, strict }) => strict && /\\fbox|\\boxed\{\s|\s\}/.test(response),
    matches: 9,
    disagree: 9,
    labelled: [
      { response: '\\fbox{-5}', label: '-5', strict: true, right: 1 },
      { response: '\\boxed{ 48 }', label: '48', strict: true, right: 1 },
      { response: '\\boxed{ 49 }', label: '48', strict: true, right: -1 },
    ],
  },
  {
    name: 'equal number in another form',
    fault: 'B118',
    reason: 'the answer is compared with the text of an integer: 113.0, 5/1 and 0% never match',
    wrongly: ['refuses'],
    applies: (input) => {
      const isOther = bare(statedIn(input)) !== bare(labelText(input.label));
      return !input.strict && isOther && isRightNumber(input) === true;
    },
    matches: 24,
    disagree: 13,
    labelled: [
      { response: 'Answer: 113.0', label: '113', right: 1 },
      { response: 'Answer: \\frac{-5}{1}', label: '-5', right: 1 },
      { response: 'Answer: 0\\%', label: '0', right: 1 },
      { response: 'Answer: 3.5', label: '7/2', right: 1 },
    ],
  },
  {
    name: 'label that is no integer',
    fault: 'B118',
    reason: 'slime takes `int(float(label))`: 48.9 becomes 48, and the right answer 48.9 is wrong',
    wrongly: ['pays', 'refuses'],
    applies: ({ label, strict }) => !strict && /\d\.0*[1-9]/.test(labelText(label)),
    matches: 13,
    disagree: 9,
    labelled: [
      { response: 'Answer: 3', label: 3.5, right: -1 },
      { response: 'Answer: 3.5', label: 3.5, right: 1 },
      { response: 'Answer: 7', label: '7.7', right: -1 },
      {
        response: 'Answer: 12345678901234567891',
        label: '12345678901234567890',
        right: -1,
      },
    ],
  },
  {
    name: 'label that float() does not read',
    fault: 'B118',
    reason: 'fractions and percentages are numbers; slime raises on them',
    wrongly: ['raises'],
    applies: ({ label }) => typeof label === 'string' && /\\frac|\/|%/.test(label),
    matches: 14,
    disagree: 8,
    labelled: [
      { response: 'Answer: 0.5', label: '1/2', right: 1 },
      { response: 'Answer: 48', label: '\\frac{1}{2}', right: -1 },
      { response: 'Answer: -1,000', label: '-1,000', right: 1 },
    ],
  },
  {
    name: 'equation that is not solved',
    fault: 'B117',
    reason: '`2x = 48` says that x is 24; slime reads what stands behind the last equals sign',
    wrongly: ['pays'],
    applies: (input) => !input.strict && isToSolve(statedIn(input)),
    matches: 7,
    disagree: 4,
    labelled: [
      { response: 'Answer: 2x = 48', label: '48', right: -1 },
      { response: 'Answer: x+1 = 48', label: '48', right: -1 },
      { response: 'Answer: m+n = 48', label: '48', right: 1 },
    ],
  },
  {
    name: 'two answers',
    fault: 'A030',
    reason:
      'an answer that names two numbers states neither; slime takes the first between dollars',
    wrongly: ['pays'],
    applies: (input) => / and /.test(statedIn(input)),
    matches: 8,
    disagree: 6,
    labelled: [
      { response: 'Answer: $5$ and $113$', label: '5', right: -1 },
      { response: 'Answer: $5$ and $113$', label: '113', right: -1 },
      { response: 'Answer: $-5$ and $-5$', label: '-5', right: 1 },
    ],
  },
  {
    name: 'quantity with another unit',
    fault: 'B114',
    reason: 'slime removes units as text, so that metres equal degrees',
    wrongly: ['pays'],
    applies: (input) =>
      /\\text\{ m\}/.test(statedIn(input)) && /\\circ/.test(labelText(input.label)),
    matches: 1,
    disagree: 1,
    labelled: [
      { response: 'Answer: 48 \\text{ m}', label: '48^\\circ', right: -1 },
      { response: 'Answer: 48 \\text{ m}', label: '48', right: 1 },
    ],
  },
  {
    name: 'label without an answer',
    fault: 'B110',
    reason: 'a blank label is a fault of the data; slime compares an empty box with it',
    wrongly: ['judges'],
    applies: ({ label }) => label === '',
    matches: 6,
    disagree: 4,
    labelled: [
      { response: '\\boxed{}', label: '', strict: true, right: 'data_error' },
      { response: 'Answer: 48', label: 'forty', right: 'data_error' },
      { response: 'Answer: 48', label: 'nan', right: 'data_error' },
      { response: 'Answer: 48', label: 'inf', right: 'data_error' },
    ],
  },
];
