import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json.ts';
import { ifbench } from '../../../src/rewards/index.ts';
import { instructions } from '../../../src/rewards/ifbench/instructions.ts';

const judge = (id: string, kwargs: Record<string, JsonValue>, response: string): number =>
  ifbench(response, { instruction_id_list: [id], kwargs: [kwargs] }).reward;

/** By instruction: arguments, responses that follow it, responses that do not. */
const cases: [string, Record<string, JsonValue>, string[], string[]][] = [
  ['keywords:existence', { keywords: ['lake', 'hill'] }, ['A Lake by a hill'], ['A lake']],
  [
    'keywords:forbidden_words',
    { forbidden_words: ['lake'] },
    ['A pond', 'lakeside'],
    ['A lake.', 'LAKE'],
  ],
  ['keywords:frequency', { keyword: 'ha', frequency: 2, relation: 'at least' }, ['ha ha'], ['ha']],
  [
    'keywords:letter_frequency',
    { letter: 'a', let_frequency: 3, let_relation: 'at least' },
    ['A banana'],
    ['an arm'],
  ],
  ['change_case:english_capital', {}, ['ALL OF THIS IS IN CAPITALS.'], ['Not this one.']],
  ['change_case:english_lowercase', {}, ['all of this is in small letters.'], ['Not this one.']],
  [
    'length_constraints:number_words',
    { num_words: 3, relation: 'at least' },
    ['one two three'],
    ['one two'],
  ],
  ['length_constraints:number_paragraphs', { num_paragraphs: 2 }, ['a\n***\nb'], ['a\n\nb']],
  ['detectable_content:number_placeholders', { num_placeholders: 2 }, ['[a] and [b]'], ['[a]']],
  ['detectable_format:number_bullet_lists', { num_bullets: 2 }, ['* a\n* b', '- a\n* b'], ['* a']],
  ['detectable_format:json_format', {}, ['{"a": 1}', '```json\n[1]\n```'], ['{a: 1}']],
  ['detectable_format:title', {}, ['<<A title>>\ntext'], ['A title\ntext', '<< >>']],
  ['startend:quotation', {}, ['"said"'], ['said"', '"']],
  ['startend:end_checker', { end_phrase: 'The end.' }, ['so. THE END.'], ['The end. So.']],
  ['punctuation:no_comma', {}, ['none here'], ['one, here']],
  ['words:palindrome', {}, [], ['no such word']],
  ['format:parentheses', {}, ['(a (b (c (d (e)))))'], ['(a (b))']],
  ['format:no_whitespace', {}, ['nospace'], ['a space', 'a\ttab']],
  ['custom:multiples', {}, ['14, 21, 28, 35, 42, 49'], ['7, 14, 21, 28, 35, 42, 49', '14, 21']],
];

describe.each(cases)('%s', (id, kwargs, right, wrong) => {
  it('pays for what follows it and for nothing else', () => {
    const judged = [...right, ...wrong].map((response) => [response, judge(id, kwargs, response)]);
    expect(judged).toEqual([
      ...right.map((response) => [response, 1]),
      ...wrong.map((response) => [response, 0]),
    ]);
  });
});

describe('ifbench', () => {
  it('pays for all instructions of a row or not at all, and says which are followed', () => {
    const metadata = {
      instruction_id_list: ['punctuation:no_comma', 'change_case:english_lowercase'],
      kwargs: [{}, {}],
    };
    expect(ifbench('all small and plain, or not', metadata)).toEqual({
      reward: 0,
      extracted: 'change_case:english_lowercase',
      reason: 'not_followed',
    });
    expect(ifbench('all small and plain', metadata)).toEqual({
      reward: 1,
      extracted: 'punctuation:no_comma, change_case:english_lowercase',
      reason: 'followed',
    });
    expect(ifbench(' \n', metadata)).toEqual({ reward: 0, extracted: null, reason: 'no_answer' });
  });

  it.each<[string, JsonObject, RegExp]>([
    ['no metadata', {}, /metadata\.instruction_id_list/],
    ['no instruction', { instruction_id_list: [] }, /the row has no instruction/],
    ['a blank one', { instruction_id_list: [' '] }, /an instruction id is blank/],
    [
      'a misspelt one',
      { instruction_id_list: ['punctuation:no_coma'] },
      /"punctuation:no_coma": there is no such instruction; the nearest are punctuation:no_comma/,
    ],
    [
      'one that needs a model of English',
      { instruction_id_list: ['ratio:stop_words'], kwargs: [{ percentage: 3 }] },
      /"ratio:stop_words": not supported, since it needs a list of English stop words; take the row out/,
    ],
    [
      'fewer arguments than instructions',
      { instruction_id_list: ['punctuation:no_comma', 'format:list'], kwargs: [{}] },
      /1 entries for 2 of instruction_id_list/,
    ],
    [
      'an argument that is missing',
      { instruction_id_list: ['detectable_format:number_bullet_lists'], kwargs: [{}] },
      /metadata\.kwargs\[0\]\.num_bullets/,
    ],
    [
      'an argument of another kind',
      { instruction_id_list: ['keywords:existence'], kwargs: [{ keywords: 'lake' }] },
      /metadata\.kwargs\[0\]\.keywords/,
    ],
  ])('refuses a row with %s, by name', (_what, metadata, message) => {
    const graded = (): unknown => ifbench('a text', metadata);
    expect(graded).toThrow(message);
    expect(graded).toThrow(expect.objectContaining({ code: 'SLIME_DATA' }));
  });

  it('leaves the metadata as they were', () => {
    const metadata = { instruction_id_list: [' punctuation:no_comma '], kwargs: [{ extra: null }] };
    const before = structuredClone(metadata);
    ifbench('a text', metadata);
    expect(metadata).toEqual(before);
  });

  it('gives every text a verdict, whatever stands in it', () => {
    const bare = [...instructions.keys()].filter(
      (id) => typeof instructions.get(id)?.bind({}) === 'function',
    );
    expect(bare.length).toBeGreaterThan(25);
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom(...Array.from('(){}[]"\'*-,.;: \n\t|#aAé0')),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...bare), text, (id, response) => {
        const verdict = judge(id, {}, response);
        expect([0, 1]).toContain(verdict);
        expect(judge(id, {}, response)).toBe(verdict);
      }),
      { numRuns: 3000, seed: 7 },
    );
  });
});
