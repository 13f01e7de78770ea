import type { JsonValue } from 'slime-sdk';
import type { Unrecorded } from './deviation.ts';
import { drawsArguments } from './ifbench-arguments.ts';
import { asks, idsOf } from './ifbench-deviations.ts';
import type { Recorded, RecordedInput } from './recorded-rows.ts';

const one = (id: string, args: Record<string, JsonValue> = {}): Recorded['metadata'] => ({
  instruction_id_list: [id],
  kwargs: [args],
});

const paragraphs = (args: Record<string, JsonValue>): Recorded['metadata'] =>
  one('length_constraints:nth_paragraph_first_word', args);

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

/** Where `ifbench` departs from IFBench itself, on rows that the records do not hold. */
export const ifbenchUnrecorded: readonly Unrecorded[] = [
  {
    name: 'argument that is drawn',
    fault: 'A034',
    reason:
      'IFBench draws an argument by chance where it is missing, negative, or a paragraph behind the last: ' +
      'the verdict is chance, too, or an exception',
    wrongly: ['judges', 'raises'],
    applies: (input) => {
      const { kwargs } = input.metadata;
      return idsOf(input).some((id, at) => {
        const own = (Array.isArray(kwargs) ? kwargs[at] : kwargs) ?? {};
        const isObject = typeof own === 'object' && !Array.isArray(own);
        return isObject && typeof id === 'string' && drawsArguments(id.trim(), own);
      });
    },
    labelled: [
      { response: '1 2', label: null, metadata: one('count:numbers'), right: 'data_error' },
      {
        response: '1 2',
        label: null,
        metadata: one('count:numbers', { N: -1 }),
        right: 'data_error',
      },
      { response: '1 2', label: null, metadata: one('count:numbers', { N: 2 }), right: 1 },
      {
        response: 'a b',
        label: null,
        metadata: one('count:word_count_range', { min_words: 1 }),
        right: 'data_error',
      },
      {
        response: 'dog',
        label: null,
        metadata: one('keywords:frequency', { keyword: 'dog', frequency: 1 }),
        right: 'data_error',
      },
      {
        response: 'one\n\ntwo',
        label: null,
        metadata: paragraphs({ num_paragraphs: 2, nth_paragraph: 3, first_word: 'two' }),
        right: 'data_error',
      },
      {
        response: 'one\n\ntwo',
        label: null,
        metadata: paragraphs({ num_paragraphs: 2, nth_paragraph: 0, first_word: 'two' }),
        right: 'data_error',
      },
      {
        response: 'one\n\ntwo',
        label: null,
        metadata: paragraphs({ num_paragraphs: 2, nth_paragraph: 2, first_word: 'two' }),
        right: 1,
      },
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
    labelled: [
      { response: 'ID\r,Country', label: null, metadata: one('custom:csv_city'), right: 0 },
    ],
  },
];
