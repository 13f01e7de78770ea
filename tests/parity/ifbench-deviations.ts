import type { JsonValue } from 'slime-sdk';
import type { Deviation } from './deviation.ts';
import type { Recorded, RecordedInput } from './recorded-rows.ts';

const idsOf = ({ metadata }: RecordedInput): unknown[] => {
  const ids = metadata['instruction_id_list'];
  return Array.isArray(ids) ? ids : [];
};

const asks = (input: RecordedInput, id: string): boolean => idsOf(input).includes(id);

const isNamed = (id: unknown): boolean => typeof id === 'string' && id.trim() !== '';

const one = (id: string, args: Record<string, JsonValue> = {}): Recorded['metadata'] => ({
  instruction_id_list: [id],
  kwargs: [args],
});

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text has the form of a date and is no day of the calendar. */
function isNoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim())?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day < 1 || day > days;
}

/** The texts that stand in a row's arguments under some names. */
function textsOf({ metadata }: RecordedInput, names: readonly string[]): string[] {
  const kwargs = Array.isArray(metadata['kwargs']) ? metadata['kwargs'] : [metadata['kwargs']];
  const found = kwargs.flatMap((own) =>
    Object.entries(own ?? {}).flatMap(([name, value]) => (names.includes(name) ? value : [])),
  );
  return found.flat().filter((value) => typeof value === 'string');
}

const KEYWORDS = ['keywords', 'keyword', 'forbidden_words', 'section_spliter', 'postscript_marker'];

/** How often each conjunction of a text is spelled otherwise: `and`, `And` and `and,`. */
const respellsConjunction = (response: string): boolean => {
  const spellings = new Map<string, Set<string>>();
  for (const word of response.split(/\s+/)) {
    const plain = word.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (!/^(?:and|but|for|nor|or|so|yet)$/.test(plain)) continue;
    spellings.set(plain, (spellings.get(plain) ?? new Set()).add(word));
  }
  return [...spellings.values()].some(({ size }) => size > 1);
};

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
  {
    name: 'arguments that are missing',
    fault: 'A034',
    reason: 'IFBench draws a missing or negative argument by chance: the verdict is chance, too',
    wrongly: ['judges', 'raises'],
    applies: (input) =>
      asks(input, 'count:numbers') &&
      !/"N":\d/.test(JSON.stringify(input.metadata['kwargs'] ?? null)),
    matches: 0,
    disagree: 0,
    labelled: [
      { response: '1 2', label: null, metadata: one('count:numbers'), right: 'data_error' },
      {
        response: '1 2',
        label: null,
        metadata: one('count:numbers', { N: -1 }),
        right: 'data_error',
      },
      { response: '1 2', label: null, metadata: one('count:numbers', { N: 2 }), right: 1 },
    ],
  },
  {
    name: 'keyword with signs of a regular expression',
    fault: null,
    reason:
      'IFBench runs keywords as regular expressions: `c++` raises, and `a.b` is found in `axb`',
    wrongly: ['pays', 'refuses', 'raises'],
    applies: (input) =>
      textsOf(input, KEYWORDS).some(
        (word) => !/^P\.(?:P\.)?S\.?$/.test(word) && /[.*+?^${}()|[\]\\]/.test(word),
      ),
    matches: 0,
    disagree: 0,
    labelled: [
      {
        response: 'I like C++.',
        label: null,
        metadata: one('keywords:existence', { keywords: ['c++'] }),
        right: 1,
      },
      {
        response: 'axb',
        label: null,
        metadata: one('keywords:existence', { keywords: ['a.b'] }),
        right: 0,
      },
      {
        response: 'axb',
        label: null,
        metadata: one('keywords:forbidden_words', { forbidden_words: ['a.b'] }),
        right: 1,
      },
    ],
  },
  {
    name: 'conjunction in two spellings',
    fault: null,
    reason: 'IFBench counts `and`, `And` and `and,` as three different conjunctions',
    wrongly: ['pays'],
    applies: (input) => asks(input, 'count:conjunctions') && respellsConjunction(input.response),
    matches: 0,
    disagree: 0,
    labelled: [
      {
        response: 'And then, and, and so',
        label: null,
        metadata: one('count:conjunctions', { small_n: 3 }),
        right: 0,
      },
      {
        response: 'And then, and, and so',
        label: null,
        metadata: one('count:conjunctions', { small_n: 2 }),
        right: 1,
      },
    ],
  },
  {
    name: 'thesis in <em>',
    fault: null,
    reason:
      'IFBench takes the last sign of the tag `<em>` for text, so that an empty thesis passes',
    wrongly: ['pays'],
    applies: (input) => asks(input, 'format:thesis') && /<\/?em>/.test(input.response),
    matches: 1,
    disagree: 0,
    labelled: [
      { response: '<em></em> body', label: null, metadata: one('format:thesis'), right: 0 },
      { response: '<em>Thesis.</em>', label: null, metadata: one('format:thesis'), right: 0 },
      { response: '<em>Thesis.</em> body', label: null, metadata: one('format:thesis'), right: 1 },
    ],
  },
  {
    name: 'stairs with blank lines in a row',
    fault: null,
    reason: 'IFBench removes every other one of blank lines and takes the rest for steps',
    wrongly: ['refuses'],
    applies: (input) =>
      asks(input, 'format:line_indent') && /(?:^|\n)\s*\n\s*(?:\n|$)/.test(input.response),
    matches: 0,
    disagree: 0,
    labelled: [
      { response: 'a\n\n\n b', label: null, metadata: one('format:line_indent'), right: 1 },
      { response: 'a\n\n\nb', label: null, metadata: one('format:line_indent'), right: 0 },
    ],
  },
  {
    name: 'JSON that only Python reads',
    fault: null,
    reason: 'NaN and Infinity are no JSON; whole numbers of more than 4300 digits are',
    wrongly: ['pays', 'refuses'],
    applies: (input) =>
      asks(input, 'detectable_format:json_format') && /NaN|Infinity|\d{4301}/.test(input.response),
    matches: 0,
    disagree: 0,
    labelled: [
      {
        response: '[NaN]',
        label: null,
        metadata: one('detectable_format:json_format'),
        right: 0,
      },
    ],
  },
  {
    name: 'table that Python cannot read',
    fault: null,
    reason:
      'an empty field and a return inside one raise; the response is no such table, which is the ' +
      'policy’s doing',
    wrongly: ['raises'],
    applies: (input) => idsOf(input).some((id) => String(id).startsWith('custom:csv_')),
    matches: 17,
    disagree: 0,
    labelled: [
      { response: 'ID\r,Country', label: null, metadata: one('custom:csv_city'), right: 0 },
    ],
  },
];
