import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolSpec } from '../../src/index.ts';
import { parseResponse, parseToolCalls } from '../../src/parsers/index.ts';
import { KIMI_MARKERS } from './markers.ts';

const tool = (name: string, ...keys: string[]): ToolSpec => ({
  type: 'function',
  function: {
    name,
    parameters: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])) },
  },
});
const tools = [tool('peek', 'path', 'n'), tool('poke', 'path'), tool('ping')];

const read = (text: string) =>
  parseResponse(text, { toolCallParser: 'kimi_k2', reasoningParser: 'kimi_k2', tools });

const call = (id: string, json: string): string =>
  `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${json}<|tool_call_end|>`;
const section = (...calls: string[]): string =>
  `<|tool_calls_section_begin|>${calls.join('')}<|tool_calls_section_end|>`;

describe('a call', () => {
  test('has its name, its id as it was written, and its arguments', () => {
    const text = `hi ${section(call('functions.peek:0', '{"n": 1}'), call(' a-b.c:12 ', '\n{}\n'))}bye`;
    expect(read(text)).toEqual({
      reasoning: '',
      content: 'hi bye',
      calls: [
        {
          id: 'functions.peek:0',
          name: 'peek',
          arguments: { n: 1 },
          raw: 'functions.peek:0<|tool_call_argument_begin|>{"n": 1}',
        },
        {
          id: 'a-b.c:12',
          name: 'a-b.c',
          arguments: {},
          raw: ' a-b.c:12 <|tool_call_argument_begin|>\n{}\n',
        },
      ],
    });
  });

  test('is read where the section is not ended, and behind reasoning that is not', () => {
    const open = `<think>why<|tool_calls_section_begin|>${call('functions.peek:0', '{}')}`;
    expect(read(open)).toMatchObject({
      reasoning: 'why',
      content: '',
      calls: [{ name: 'peek', arguments: {} }],
    });
  });

  test('that is drafted in the reasoning is none', () => {
    const drafted = section(call('functions.peek:0', '{}'));
    for (const open of ['<think>', '']) {
      expect(read(`${open}${drafted}</think>no`)).toEqual({
        reasoning: drafted,
        content: 'no',
        calls: [],
      });
    }
  });

  test.each(['</think>', '<think>', '<think>a</think>'])('keeps a %s inside a string', (x) => {
    const text = section(call('functions.a:0', JSON.stringify({ x })));
    const calls = [{ name: 'a', arguments: { x } }];
    expect(read(`I look.${text}`)).toMatchObject({ reasoning: '', content: 'I look.', calls });
    expect(read(`<think>why${text}`)).toMatchObject({ reasoning: 'why', content: '', calls });
    expect(read(`why</think>so${text}`)).toMatchObject({ reasoning: 'why', content: 'so', calls });
  });

  test('that is broken off in the reasoning does not hide the end of it', () => {
    const [drafted] = section(call('functions.peek:0', '{"path": "a')).split('<|tool_call_end|>');
    for (const content of ['no', 'it is "no"', `"no" ${section()}`.trim()]) {
      expect(read(`${drafted}</think>${content}`)).toEqual({
        reasoning: drafted,
        content,
        calls: [],
      });
    }
  });

  test.each(['</think>', '<think>', '<|tool_call_end|>'])(
    'that cannot be read is refused, whatever its strings hold: %s',
    (tag) => {
      for (const json of [`{"x": "${tag}", bad}`, `{"x": "${tag}"} bad`, `["${tag}"]`]) {
        const [refused, ...more] = read(section(call('functions.peek:0', json))).calls;
        expect(more).toEqual([]);
        expect(refused).toMatchObject({ name: 'peek', arguments: undefined });
      }
    },
  );

  test('behind a section or before it is one, as for SGLang', () => {
    const one = call('functions.peek:0', '{"path": "</think>"}');
    const calls = [{ name: 'peek', arguments: { path: '</think>' } }];
    expect(read(`${section()}${one}`)).toMatchObject({ reasoning: '', calls });
    expect(parseToolCalls('kimi_k2', `${one}${section()}`).calls).toMatchObject(calls);
  });

  test('keeps a marker inside a string, and no integer is rounded', () => {
    const json = '{"path": "a<|tool_call_end|>b", "n": 1}';
    expect(read(section(call('functions.peek:0', json))).calls).toMatchObject([
      { arguments: { path: 'a<|tool_call_end|>b', n: 1 } },
    ]);
    const [refused] = read(section(call('functions.peek:0', '{"n": 9007199254740993}'))).calls;
    expect(refused?.arguments).toBe(undefined);
    expect(refused?.error).toMatch(/an integer beyond 2\^53 - 1 would be rounded/);
  });

  test('whose id is a number is that of the only tool, or of the one that has its arguments', () => {
    const named = (json: string, given = tools) =>
      parseToolCalls('kimi_k2', section(call('3', json)), given).calls.map(
        ({ id, name, error }) => [id, name, error === undefined],
      );
    expect(named('{"z": 1}', tools.slice(0, 1))).toEqual([['3', 'peek', true]]);
    expect(named('{"n": 1}')).toEqual([['3', 'peek', true]]);
    expect(named('{"path": 1}')).toEqual([['3', '', false]]);
    expect(named('{"path": 1}', [])).toEqual([['3', '', false]]);
  });

  test.each([
    ['{bad}', /^not valid JSON at character 1/],
    ['[1]', /must be a JSON object, not a list/],
    ['{}x', /text follows the JSON/],
    ['', /not valid JSON/],
  ])('that cannot be read says why, with name and id: %s', (json, error) => {
    const text = section(call('functions.peek:0', json), call('functions.ping:1', '{}'));
    const [refused, next] = read(text).calls;
    expect(refused).toMatchObject({ id: 'functions.peek:0', name: 'peek', arguments: undefined });
    expect(refused?.error).toMatch(error);
    expect(next).toMatchObject({ id: 'functions.ping:1', arguments: {} });
  });

  test.each([
    [
      'without its end',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.peek:0<|tool_call_argument_begin|>{}',
      'the call has no <|tool_call_end|>',
    ],
    [
      'without arguments',
      section('<|tool_call_begin|>functions.peek:0<|tool_call_end|>'),
      'the call has no <|tool_call_argument_begin|>',
    ],
    [
      'in a turn without a section',
      call('functions.peek:0', '{}'),
      'the call stands outside of <|tool_calls_section_begin|>',
    ],
  ])('%s does not run, and can be answered', (_, text, error) => {
    expect(read(text).calls).toMatchObject([
      { id: 'functions.peek:0', name: 'peek', arguments: undefined, error },
    ]);
  });

  test('whose id is of no such form does not run; what is no name is no id either', () => {
    const refused = (id: string) => read(section(call(id, '{}'))).calls;
    const error = 'the id of a call must be functions.NAME:NUMBER';
    expect(refused('functions.peek')).toMatchObject([
      { id: 'functions.peek', name: 'peek', arguments: undefined, error },
    ]);
    expect(refused('call peek please')).toMatchObject([{ id: '', name: '', error }]);
  });
});

test('text without a call is left whole', () => {
  for (const text of ['hi', 'a <|tool_calls_section_begin|> b', '<|tool_call_end|>']) {
    expect(read(text)).toEqual({ reasoning: '', content: text, calls: [] });
  }
});

const pieces = [
  ...KIMI_MARKERS,
  ...'functions.peek:0,{",["\\",[,{"a": ",",\\, ,x,<think>,</think>'.split(','),
];

test('arguments are read back as they were written, whatever they hold', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(...pieces));
  const args = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text), fc.constant(null)));
  fc.assert(
    fc.property(args, (given) => {
      const json = JSON.stringify(given);
      const calls = section(call('functions.peek:0', json));
      expect(parseToolCalls('kimi_k2', calls, tools).calls).toMatchObject([
        { name: 'peek', arguments: JSON.parse(json) },
      ]);
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test('the calls that can be read are those that SGLang finds', () => {
  // Its pattern; where no string holds a marker, its lazy body ends where the JSON does.
  const found =
    /<\|tool_call_begin\|>\s*[\w.-]+:\d+\s*<\|tool_call_argument_begin\|>\s*(\{.*?\})\s*<\|tool_call_end\|>/g;
  const unit = fc.constantFrom(
    ...KIMI_MARKERS,
    'functions.peek:0',
    '{"a":1}',
    ' ',
    'x',
    '\n',
    call('functions.peek:0', '{"b":2}'),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const text = `<|tool_calls_section_begin|>${units.join('')}`;
      const theirs = [...text.matchAll(found)].flatMap(([, json = '']) => {
        try {
          return [JSON.parse(json)];
        } catch {
          return [];
        }
      });
      const { calls } = parseToolCalls('kimi_k2', text, tools);
      const ours = calls.flatMap(({ arguments: args }) => (args === undefined ? [] : [args]));
      expect(ours).toEqual(theirs);
    }),
    { seed: 3, numRuns: 5000 },
  );
});

// In a time that grows with the square of the length, one of these outlasts the time limit.
test('half a megabyte of hostile markers is read in linear time', () => {
  const begin =
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.peek:0<|tool_call_argument_begin|>';
  const units = [...pieces, `${begin}{"`, `${begin}["\\"`, `${begin}[[`, begin, call('0', '{}')];
  for (const opening of ['', begin, `${begin}{"`]) {
    for (const unit of units) {
      const text = opening + unit.repeat(Math.ceil(500_000 / unit.length));
      expect(() => read(text)).not.toThrow();
    }
  }
});
