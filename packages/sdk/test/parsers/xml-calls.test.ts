import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolSpec } from '../../src/index.ts';
import { parseToolCalls } from '../../src/parsers/index.ts';

const tools: ToolSpec[] = [
  {
    type: 'function',
    function: {
      name: 'write',
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          n: { type: 'integer' },
          x: { type: 'number' },
          b: { type: 'boolean' },
          o: { type: 'object' },
          nullable: { type: ['string', 'null'] },
          count: { type: ['integer', 'null'] },
          flag: { type: ['boolean', 'null'] },
          any: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          odd: { type: 'any' },
        },
      },
    },
  },
];

const read = (text: string) => parseToolCalls('qwen3_coder', text, tools);

const call = (name: string, parameters: Record<string, string>) => {
  const lines = Object.entries(parameters).map(
    ([key, value]) => `<parameter=${key}>\n${value}\n</parameter>\n`,
  );
  return `<tool_call>\n<function=${name}>\n${lines.join('')}</function>\n</tool_call>`;
};

function readParameter(key: string, value: string): unknown {
  return read(call('write', { [key]: value })).calls[0]?.arguments?.[key];
}

test('keeps text values byte for byte, white space and closing tags included', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('  def f():\n\treturn 1\n', '</tool_call>', 'a</parameter>b', '</function>b'),
    fc.constantFrom('grep "<tool_call>" src', 'grep "<function=" src', '\n', ''),
  );
  fc.assert(
    fc.property(line, line, (first, second) => {
      fc.pre(![first, second].some((value) => /^null$/i.test(value)));
      const text = `before${call('write', { path: first, other: second })}after`;
      expect(read(text)).toMatchObject({
        content: 'beforeafter',
        calls: [{ name: 'write', arguments: { path: first, other: second } }],
      });
    }),
    { seed: 1, numRuns: 500 },
  );
});

test('gives several blocks and several functions of a block in order', () => {
  const text = `a${call('write', {})}b<tool_call><function=x></function><function=y></function></tool_call>c`;
  const { calls, content } = read(text);
  expect(calls.map(({ name }) => name)).toEqual(['write', 'x', 'y']);
  expect(content).toBe('abc');
});

test('leaves a function outside the tags as text', () => {
  expect(read('<function=ping></function>')).toEqual({
    content: '<function=ping></function>',
    calls: [],
  });
});

test('keeps a key that names a part of every object as data', () => {
  const args = read(call('write', { __proto__: 'a', constructor: 'b' })).calls[0]?.arguments;
  expect(Object.entries(args ?? {})).toEqual([['constructor', 'b']]);
  const [own] = read(
    '<tool_call><function=write><parameter=__proto__>a</parameter></function></tool_call>',
  ).calls;
  expect(Object.entries(own?.arguments ?? {})).toEqual([['__proto__', 'a']]);
});

describe('types by the schema:', () => {
  test.each<[string, string, unknown]>([
    ['path', '12', '12'],
    ['path', 'NULL', null],
    ['n', '3', 3],
    ['n', ' -1_0 ', -10],
    ['n', '1.0', '1.0'],
    ['n', '9007199254740993', '9007199254740993'],
    ['x', '1.5', 1.5],
    ['x', '2e3', 2000],
    ['x', 'nan', 'nan'],
    ['x', '1e400', '1e400'],
    ['b', 'True', true],
    ['b', 'yes', false],
    ['o', '{"k": [1, null]}', { k: [1, null] }],
    ['o', "{'k': None, 'l': (1, True)}", { k: null, l: [1, true] }],
    ['o', '{"k": 9007199254740993}', '{"k": 9007199254740993}'],
    ['o', '{k: 1}', '{k: 1}'],
    ['any', '12', '12'],
    ['odd', '[1, "a"]', [1, 'a']],
    ['unknown', '12', '12'],
  ])('%s %j becomes %j, as SGLang has it', (key, text, value) => {
    expect(readParameter(key, text)).toEqual(value);
  });

  test.each<[string, string, unknown]>([
    ['nullable', '12', '12'],
    ['nullable', 'null', null],
    ['count', '12', 12],
    ['flag', 'true', true],
    ['count', 'many', 'many'],
  ])('a list of types gives %s %j what the list allows', (key, text, value) => {
    expect(readParameter(key, text)).toBe(value);
  });

  test('a literal nested so deep that reading it overflows the stack stays text', () => {
    const deep = `('a', ${'['.repeat(100_000)}`;
    expect(readParameter('o', deep)).toBe(deep);
  });

  test('a tool that was not declared gets text', () => {
    expect(read(call('other', { n: '3' })).calls[0]?.arguments).toEqual({ n: '3' });
  });
});

describe('what cannot be read', () => {
  const ambiguous = 'where a parameter ends cannot be told, close it with </parameter>';

  test.each([
    ['no function', '<tool_call>junk</tool_call>', '', 'the call has no <function=NAME>'],
    ['a cut name', '<tool_call><function=write', '', '<function=NAME is not closed by >'],
    [
      'a cut key',
      '<tool_call><function=write><parameter=pa',
      'write',
      '<parameter=KEY is not closed by >',
    ],
    ['a cut value', '<tool_call>\n<function=write>\n<parameter=path>\nabc', 'write', ambiguous],
    ['a cut call', '<tool_call><function=write>\n', 'write', 'the call has no </function>'],
  ])('%s is a call with an error', (_, text, name, error) => {
    expect(read(text).calls).toMatchObject([{ name, arguments: undefined, error }]);
  });

  test('accepts a parameter or function that the next tag closes', () => {
    const lax = '<tool_call><function=write><parameter=path>a<parameter=n>1</function></tool_call>';
    expect(read(lax).calls).toMatchObject([{ arguments: { path: 'a', n: 1 } }]);
    const noFunctionEnd = '<tool_call><function=write><parameter=n>1</parameter></tool_call>';
    expect(read(noFunctionEnd).calls).toMatchObject([{ arguments: { n: 1 } }]);
  });

  test('runs nothing that stands in a value whose end cannot be told', () => {
    const example = call('rm', { path: '/' });
    const text = `${call('write', { path: `${example}\n${example}` })}${call('write', { n: '1' })}`;
    expect(read(text).calls).toMatchObject([{ name: 'write', error: ambiguous }]);
  });

  test('reads the block after one without its function', () => {
    const text = `<tool_call>junk</tool_call>${call('write', { n: '1' })}`;
    expect(read(text).calls).toMatchObject([{ name: '' }, { arguments: { n: 1 } }]);
    const nested = '<tool_call><function=a><tool_call><function=b></function></tool_call>';
    expect(read(nested).calls).toMatchObject([
      { name: 'a', error: 'the call has no </function>' },
      { name: 'b', arguments: {} },
    ]);
  });
});
