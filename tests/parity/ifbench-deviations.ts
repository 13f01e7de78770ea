import type { Deviation } from './deviation.ts';
import { isInstruction } from './ifbench-arguments.ts';
import type { RecordedInput } from './recorded-rows.ts';

/** The ids of a row's instructions, as they are written. */
export const idsOf = ({ metadata }: RecordedInput): unknown[] => {
  const ids = metadata['instruction_id_list'];
  return Array.isArray(ids) ? ids : [];
};

/** Whether a row has an instruction. */
export const asks = (input: RecordedInput, id: string): boolean => idsOf(input).includes(id);

const isNamed = (id: unknown): id is string => typeof id === 'string' && id.trim() !== '';

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text has the form of a date and is no day of the calendar. */
function isNoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim())?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day < 1 || day > days;
}

/** Where `ifbench` departs from the recorded `compute_ifbench_reward`. */
export const ifbenchDeviations: readonly Deviation[] = [
  {
    name: 'row without an instruction',
    fault: 'A034',
    reason:
      'a row whose metadata name no instruction, or a blank one, cannot be graded; slime gives 0 to ' +
      'every response to it, and the error in the data set goes unseen',
    wrongly: ['judges'],
    applies: (input) => idsOf(input).length === 0 || !idsOf(input).every(isNamed),
    matches: 17,
    disagree: 17,
    labelled: [
      { response: 'no comma here', label: null, right: 'data_error' },
      {
        response: 'no comma here',
        label: null,
        metadata: { instruction_id_list: [] },
        right: 'data_error',
      },
      {
        response: 'no comma here',
        label: null,
        metadata: { instruction_id_list: ['  '] },
        right: 'data_error',
      },
    ],
  },
  {
    name: 'arguments that are not one for each instruction',
    fault: 'A034',
    reason:
      'slime drops what is too much and fills up with empty arguments, for which IFBench draws others ' +
      'by chance: which instruction the row meant cannot be known',
    wrongly: ['judges'],
    applies: (input) => {
      const { kwargs } = input.metadata;
      return Array.isArray(kwargs) && kwargs.length !== idsOf(input).length;
    },
    matches: 8,
    disagree: 8,
    labelled: [
      {
        response: 'no comma here',
        label: null,
        metadata: { instruction_id_list: ['punctuation:no_comma'], kwargs: [{}, {}] },
        right: 'data_error',
      },
      {
        response: 'no comma here',
        label: null,
        metadata: { instruction_id_list: ['punctuation:no_comma'], kwargs: [{}] },
        right: 1,
      },
    ],
  },
  {
    name: 'instruction that there is not',
    fault: 'A034',
    reason: 'slime looks an empty response up nowhere and gives it 0; for any other it raises',
    wrongly: ['judges'],
    applies: (input) => idsOf(input).some((id) => isNamed(id) && !isInstruction(id.trim())),
    matches: 4,
    disagree: 1,
    labelled: [
      {
        response: '',
        label: null,
        metadata: { instruction_id_list: ['nope:nope'], kwargs: [{}] },
        right: 'data_error',
      },
      {
        response: '',
        label: null,
        metadata: { instruction_id_list: ['count:number'], kwargs: [{ N: 1 }] },
        right: 'data_error',
      },
    ],
  },
  {
    name: 'bullets without any bullet',
    fault: 'A030',
    reason:
      'IFBench asks for a sub-bullet under every bullet and looks only behind bullets: a text that ' +
      'has none passes',
    wrongly: ['pays'],
    applies: (input) => asks(input, 'format:sub-bullets') && !input.response.includes('*'),
    matches: 7,
    disagree: 6,
    labelled: [
      {
        response: 'Paint a short poem about lakes.',
        label: null,
        metadata: { instruction_id_list: ['format:sub-bullets'], kwargs: [{}] },
        right: 0,
      },
      {
        response: '* lakes\n- blue\n* hills\n- green',
        label: null,
        metadata: { instruction_id_list: ['format:sub-bullets'], kwargs: [{}] },
        right: 1,
      },
    ],
  },
  {
    name: 'day that the calendar does not have',
    fault: 'A034',
    reason: 'IFBench takes 29 February of any year, month 0 and day 0: 1800 was no leap year',
    wrongly: ['pays'],
    applies: (input) =>
      asks(input, 'custom:date_format_list') && input.response.split(',').some(isNoDay),
    matches: 1,
    disagree: 1,
    labelled: [
      {
        response: '1776-07-04, 1800-02-29',
        label: null,
        metadata: { instruction_id_list: ['custom:date_format_list'], kwargs: [{}] },
        right: 0,
      },
      {
        response: '1776-07-04, 1800-02-28',
        label: null,
        metadata: { instruction_id_list: ['custom:date_format_list'], kwargs: [{}] },
        right: 1,
      },
    ],
  },
];
