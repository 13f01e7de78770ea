import type { Deviation } from './deviation.ts';
import { mathDeviation } from './math-deviations.ts';
import { labelText } from './recorded-rows.ts';

/** What stands after the thoughts, by cutting: the part in which a box counts. */
function answerPart(response: string): string {
  for (const mark of ['</think>', '###Response']) {
    if (response.includes(mark)) return response.split(mark).at(-1) ?? '';
  }
  return response.includes('<think>') ? '' : response;
}

/** The last box that is not followed by another, to the brace that ends its line. */
const boxIn = (response: string): string =>
  /[^]*\\boxed\s*\{([^{}]*)\}/.exec(answerPart(response))?.[1] ?? '';

const shared = (name: string, counts: readonly [matches: number, disagree: number]): Deviation =>
  mathDeviation(name, counts, { partOf: answerPart, before: '<think>\\boxed{0}</think>' });

/** Where `deepscaler` departs from the recorded `get_deepscaler_rule_based_reward`. */
export const deepscalerDeviations: readonly Deviation[] = [
  {
    name: 'no mark of thought',
    fault: 'B112',
    reason:
      'a model that does not think writes neither `</think>` nor `###Response`: its whole text is ' +
      'the answer, which slime scores 0',
    wrongly: ['refuses'],
    applies: ({ response }) => !/<\/?think>|###Response/.test(response),
    matches: 19,
    disagree: 11,
    labelled: [
      { response: 'so \\boxed{5}', label: '5', right: 1 },
      { response: 'so \\boxed{6}', label: '5', right: 0 },
      { response: '<think>so \\boxed{5}', label: '5', right: 0 },
    ],
  },
  {
    name: 'mark that is echoed',
    fault: 'A072',
    reason: 'the last `###Response` starts the answer; slime reads up to the second one',
    wrongly: ['refuses', 'pays'],
    applies: ({ response }) =>
      !response.includes('</think>') && response.split('###Response').length > 2,
    matches: 33,
    disagree: 22,
    labelled: [
      { response: 'x###Response\\boxed{2}###Response\\boxed{42}', label: '42', right: 1 },
      { response: 'x###Response\\boxed{2}###Response\\boxed{42}', label: '2', right: 0 },
    ],
  },
  {
    name: 'label of another type',
    fault: 'B112',
    reason: 'a list is no label: slime raises, but scores 0 where the response has no box',
    wrongly: ['judges'],
    applies: ({ label }) => typeof label === 'object' && label !== null,
    matches: 5,
    disagree: 1,
    labelled: [{ response: '</think>48', label: ['48'], right: 'data_error' }],
  },
  {
    name: 'number beside an integer',
    fault: 'B118',
    reason:
      'slime rounds what is within 1e-7 of an integer and reads integers as doubles, so that ' +
      '48.0000000001 is 48 and integers of 60 digits are one',
    wrongly: ['pays'],
    applies: ({ response }) => /\d\.0{6,}\d|\d{17}/.test(boxIn(response)),
    matches: 3,
    disagree: 2,
    labelled: [
      { response: '</think>\\boxed{48.0000000001}', label: '48', right: 0 },
      { response: '</think>\\boxed{12345678901234567}', label: '12345678901234568', right: 0 },
      { response: '</think>\\boxed{48.0000000000}', label: '48', right: 1 },
    ],
  },
  {
    name: 'equation that is not solved',
    fault: 'B117',
    reason: '`x = 2x+3` says x = -3; slime cuts the name off and compares `2x+3`',
    wrongly: ['pays'],
    applies: ({ response }) => /([a-z]) *=.*\1/.test(boxIn(response)),
    matches: 5,
    disagree: 2,
    labelled: [
      { response: '</think>\\boxed{x=2x+3}', label: '2x+3', right: 0 },
      { response: '</think>\\boxed{y=2x+3}', label: '2x+3', right: 1 },
    ],
  },
  {
    name: 'value that is worked out',
    fault: 'B117',
    reason: 'an integer is compared as text, so that no sum, ratio or item of a tuple equals it',
    wrongly: ['refuses'],
    applies: ({ response }) => /^\s*(?:\d+-\d+|\d+:\d+|\(.*\/.*\))\s*$/.test(boxIn(response)),
    matches: 7,
    disagree: 5,
    labelled: [
      { response: '</think>\\boxed{0-5}', label: '-5.0', right: 1 },
      { response: '</think>\\boxed{6:8}', label: '3:4', right: 1 },
      { response: '</think>\\boxed{6:9}', label: '3:4', right: 0 },
      { response: '</think>\\boxed{(1,4/2)}', label: '(1,2)', right: 1 },
    ],
  },
  {
    name: 'magnitude in words',
    fault: 'B115',
    reason: '`5 million` is 5000000; slime does not work the power out',
    wrongly: ['refuses'],
    applies: ({ label }) => /[mb]illion/.test(labelText(label)),
    matches: 6,
    disagree: 3,
    labelled: [
      { response: '</think>\\boxed{5,000,000}', label: '5 million', right: 1 },
      { response: '</think>\\boxed{5,000,000}', label: '5 billion', right: 0 },
    ],
  },
  shared('label without an answer', [30, 28]),
  shared('label that breaks off', [8, 8]),
  shared('percentage against a number', [13, 2]),
  shared('quantity with a unit', [99, 47]),
  shared('box in another form', [53, 43]),
  shared('full stop in the box', [11, 6]),
  shared('unfinished later box', [76, 65]),
  shared('members without order', [9, 4]),
  shared('named value', [34, 21]),
  shared('equal number in another form', [105, 46]),
  shared('infinity typed as a character', [2, 2]),
];
