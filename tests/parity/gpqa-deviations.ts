import type { Deviation } from './deviation.ts';
import { labelText, type RecordedInput } from './recorded-rows.ts';

const choicesOf = ({ metadata }: RecordedInput): string[] =>
  Object.values(metadata['choices'] ?? []).map(String);

function lettersOf(input: RecordedInput): string[] {
  const valid = input.metadata['valid_letters'];
  if (Array.isArray(valid)) return valid.map((letter) => labelText(letter).toUpperCase());
  return 'ABCDEFGHIJ'.split('').slice(0, choicesOf(input).length || 10);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const words = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .join(' ')
    .trim();
const statedLetter = ({ metadata }: RecordedInput): string => textOf(metadata['correct_letter']);

/** The right letter by slime's order of preference; empty where there is none. */
function rightLetter(input: RecordedInput): string {
  const { label } = input;
  if (typeof label === 'number') return lettersOf(input)[label] ?? '';
  return (statedLetter(input) || textOf(label)).toUpperCase();
}

/** First letters of words where slime's patterns look for an option. */
const frontLetters = (response: string): string[] =>
  [
    ...response.matchAll(/(?:answer|option|choice) *(?:is|:)? *([a-z])[a-z]|\b([a-z])is correct/gi),
  ].map((match) => (match[1] ?? match[2] ?? '').toUpperCase());

/** Whether a label and metadata name a right option, by slime's order of preference. */
function namesNothing(input: RecordedInput): boolean {
  const { label, metadata } = input;
  if (typeof label === 'number' || typeof label === 'boolean' || statedLetter(input) !== '') {
    return false;
  }
  const [text, letters, choices] = [textOf(label), lettersOf(input), choicesOf(input)];
  if (metadata['correct_answer'] !== undefined || metadata['answer_text'] !== undefined) {
    return false;
  }
  if (letters.includes(text.toUpperCase())) return false;
  return (
    text === '' ||
    text.length === 1 ||
    (choices.length > 0 && !choices.map(words).includes(words(text)))
  );
}

const helium = ['Hydrogen', 'Helium-4', 'The lithium ion', '3.0 x 10^8 m/s'];

/** Where `gpqa` departs from the recorded `compute_gpqa_reward`. */
export const gpqaDeviations: readonly Deviation[] = [
  {
    name: 'number that is no option',
    fault: 'B118',
    reason:
      'slime cuts 2.7 to 2 as `int()` does and leaves a number out of range unused, so that the row ' +
      'is graded by whatever else is in it; an option counted from 1 would go unnoticed',
    wrongly: ['judges'],
    applies: (input) =>
      typeof input.label === 'number' && lettersOf(input)[input.label] === undefined,
    matches: 58,
    disagree: 58,
    labelled: [
      {
        response: 'final answer: C',
        label: 2.7,
        metadata: { choices: helium },
        right: 'data_error',
      },
      { response: 'final answer: C', label: 4, metadata: { choices: helium }, right: 'data_error' },
      { response: 'final answer: C', label: 2, metadata: { choices: helium }, right: 1 },
    ],
  },
  {
    name: 'label that is a boolean',
    fault: 'B124',
    reason: 'Python takes True for the number 1, so that it means option B',
    wrongly: ['judges'],
    applies: ({ label }) => typeof label === 'boolean',
    matches: 14,
    disagree: 14,
    labelled: [{ response: 'The answer is B', label: true, right: 'data_error' }],
  },
  {
    name: 'correct letter that is no option',
    fault: 'B121',
    reason: 'no answer can be right where `correct_letter` is none of the letters',
    wrongly: ['judges'],
    applies: (input) =>
      typeof input.label !== 'number' &&
      statedLetter(input) !== '' &&
      !lettersOf(input).includes(statedLetter(input).toUpperCase()),
    matches: 11,
    disagree: 11,
    labelled: [
      {
        response: 'B',
        label: 'B',
        metadata: { choices: helium, correct_letter: 'Z' },
        right: 'data_error',
      },
    ],
  },
  {
    name: 'label that names no option',
    fault: 'B122',
    reason:
      'missing, a letter that no option has, or the text of no choice: slime looks for it as part of ' +
      'any word of the response, where the label C is in `choose`',
    wrongly: ['judges'],
    applies: namesNothing,
    matches: 21,
    disagree: 21,
    labelled: [
      {
        response: 'I choose option b.',
        label: 'C',
        metadata: { valid_letters: ['a', 'b'], choices: ['Hydrogen', 'Helium-4'] },
        right: 'data_error',
      },
      { response: 'The answer is B', label: null, right: 'data_error' },
      { response: 'The answer is B', label: 'Z', right: 'data_error' },
    ],
  },
  {
    name: 'letter inside a word',
    fault: 'B121',
    reason: '`Ais` and `cannot` are words; slime takes their first letter for an option',
    wrongly: ['pays'],
    applies: (input) => frontLetters(input.response).includes(rightLetter(input)),
    matches: 4,
    disagree: 4,
    labelled: [
      { response: 'Ais correct', label: 0, right: 0 },
      { response: 'The answer comes down to B', label: 'C', right: 0 },
      { response: 'The answer comes down to B', label: 'B', right: 1 },
      { response: 'the answer cannot be determined', label: 'C', right: 0 },
      { response: 'optional', label: 'A', right: 0 },
    ],
  },
  {
    name: 'statement that is not the last',
    fault: 'B121',
    reason:
      'slime takes the first match of its patterns and, of letters that are no option, the one ' +
      'before; the response settles on its last statement',
    wrongly: ['pays', 'refuses'],
    applies: ({ response }) => /\bI think [A-Z]$|\? no,/.test(response),
    matches: 8,
    disagree: 4,
    labelled: [
      { response: 'answer is A? no, the answer is B', label: 'B', right: 1 },
      { response: 'answer is A? no, the answer is B', label: 'A', right: 0 },
      {
        response: 'A or B? I think C',
        label: 'b',
        metadata: { valid_letters: ['a', 'b'] },
        right: 0,
      },
    ],
  },
  {
    name: 'label inside a word',
    fault: 'B122',
    reason: 'the text of an option counts as whole words: `c` is not said by `correct`',
    wrongly: ['pays'],
    applies: ({ response, label }) =>
      words(textOf(label)) !== '' &&
      words(response).includes(words(textOf(label))) &&
      !` ${words(response)} `.includes(` ${words(textOf(label))} `),
    matches: 16,
    disagree: 2,
    labelled: [
      { response: 'it is 14', label: '4', right: 0 },
      { response: 'it is 4', label: '4', right: 1 },
      { response: 'not so', label: 'no', right: 0 },
      {
        response: 'The correct answer is Helium-4',
        label: 'C',
        metadata: { choices: helium },
        right: 0,
      },
    ],
  },
];
