import type { Deviation } from './deviation.ts';
import type { RecordedInput } from './recorded-rows.ts';

const idsOf = ({ metadata }: RecordedInput): unknown[] => {
  const ids = metadata['instruction_id_list'];
  return Array.isArray(ids) ? ids : [];
};

const asks = (input: RecordedInput, id: string): boolean => idsOf(input).includes(id);

const isNamed = (id: unknown): boolean => typeof id === 'string' && id.trim() !== '';

/** Years that are a multiple of 100 have a 29 February only every fourth time. */
const isNoLeapDay = (date: string): boolean =>
  /^(\d\d)00-02-29$/.test(date) && Number(date.slice(0, 2)) % 4 !== 0;

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
    applies: (input) => asks(input, 'nope:nope'),
    matches: 4,
    disagree: 1,
    labelled: [
      {
        response: '',
        label: null,
        metadata: { instruction_id_list: ['nope:nope'], kwargs: [{}] },
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
    applies: (input) => asks(input, 'format:sub-bullets') && !/^\s*\*/m.test(input.response),
    matches: 8,
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
    reason: '1800 was no leap year: its 29 February is no date, and IFBench takes it for one',
    wrongly: ['pays'],
    applies: (input) =>
      asks(input, 'custom:date_format_list') &&
      input.response.split(',').some((date) => isNoLeapDay(date.trim())),
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
