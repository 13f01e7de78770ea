import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseToolCalls } from '../../src/parsers/index.ts';

/** JSON that survives a round trip: no negative zero, no integer that would be rounded. */
const jsonObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })).map((value) => {
  const isLost = (item: unknown) => Number.isInteger(item) && !Number.isSafeInteger(item);
  return JSON.parse(JSON.stringify(value, (_, item: unknown) => (isLost(item) ? 0 : item)));
});

const errors = (parser: string, text: string) =>
  parseToolCalls(parser, text).calls.map((call) => call.error);

describe.each(['hermes', 'qwen25'])('%s', (parser) => {
  test('reads back any name and arguments that were written, tags in strings included', () => {
    const hostile = fc.constantFrom('</tool_call>', '<tool_call>\n', '\n</tool_call>', '"', '\\');
    const call = fc.record({
      name: fc.string({ minLength: 1 }),
      arguments: fc.oneof(jsonObject, fc.record({ path: hostile })),
    });
    fc.assert(
      fc.property(fc.array(call), fc.string(), (calls, between) => {
        fc.pre(!between.includes('<'));
        const text = calls
          .map((item) => `${between}<tool_call>\n${JSON.stringify(item, null, 1)}\n</tool_call>`)
          .join('');
        const read = parseToolCalls(parser, text + between);
        expect(read.calls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(
          calls,
        );
        expect(read.content).toBe(between.repeat(calls.length + 1));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('gives a list in one block as calls in order, the bad element as a bad call', () => {
    const text = '<tool_call>\n[{"name":"a"},7,{"name":"b","arguments":{"x":1}}]\n</tool_call>';
    expect(parseToolCalls(parser, text).calls).toEqual([
      { name: 'a', arguments: {}, raw: '{"name":"a"}' },
      {
        name: '',
        arguments: undefined,
        error: 'a call must be a JSON object, not a number',
        raw: '7',
      },
      { name: 'b', arguments: { x: 1 }, raw: '{"name":"b","arguments":{"x":1}}' },
    ]);
  });

  test('takes `parameters` for the arguments when it holds something', () => {
    const read = (body: string) =>
      parseToolCalls(parser, `<tool_call>\n${body}\n</tool_call>`).calls[0]?.arguments;
    expect(read('{"name":"a","parameters":{"x":1}}')).toEqual({ x: 1 });
    expect(read('{"name":"a","parameters":{},"arguments":{"y":2}}')).toEqual({ y: 2 });
  });

  test.each([
    ['["7"]', '"arguments" must be a JSON object, not a list'],
    ['"7"', '"arguments" must be a JSON object, not a string'],
    ['7', '"arguments" must be a JSON object, not a number'],
    ['null', '"arguments" must be a JSON object, not null'],
    ['{"x":1e400}', '"arguments": a number is too large'],
    [
      '{"x":[9007199254740993]}',
      '"arguments": an integer beyond 2^53 - 1 would be rounded, write it as a string',
    ],
  ])('refuses the arguments %s and keeps the name', (args, error) => {
    const text = `<tool_call>\n{"name":"calc","arguments":${args}}\n</tool_call>`;
    const [call] = parseToolCalls(parser, text).calls;
    expect(call).toMatchObject({ name: 'calc', arguments: undefined, error });
  });

  test('surfaces a call without a usable name', () => {
    for (const body of ['{}', '{"name":1}', '{"name":""}', '{"function":{"name":"calc"}}']) {
      expect(errors(parser, `<tool_call>\n${body}\n</tool_call>`)).toEqual([
        'a call must have a "name" that is a string',
      ]);
    }
  });

  test('reads the calls around one that is malformed', () => {
    const good = '<tool_call>\n{"name":"ping"}\n</tool_call>';
    for (const bad of ['{bad}', '{"name":"ping"} x', '{"name":"a}', '', '[]', '{"name":"ping"']) {
      const text = `${good}\n<tool_call>\n${bad}\n</tool_call>\n${good}`;
      const { calls, content } = parseToolCalls(parser, text);
      expect(calls.map(({ name, error }) => [name, error === undefined])).toEqual([
        ['ping', true],
        ['', false],
        ['ping', true],
      ]);
      expect(content.trim()).toBe('');
    }
  });

  test('never runs what stands in a string of a malformed call', () => {
    const inner = JSON.stringify('</tool_call><tool_call>\n{"name":"rm"}\n</tool_call>');
    const text = `<tool_call>\n{"name":"write","arguments":{"text":${inner},}}\n</tool_call>`;
    expect(errors(parser, text)).toEqual([
      'not valid JSON at character 96: expected a key in double quotes',
    ]);
  });

  test('refuses values nested so deep that walking them overflows the stack', () => {
    const deep = '[['.repeat(5000) + ']]'.repeat(5000);
    expect(
      errors(parser, `<tool_call>\n{"name":"a","arguments":{"x":${deep}}}\n</tool_call>`),
    ).toEqual(['not valid JSON at character 128: nested more than 100 deep']);
  });

  test('takes Python’s white space around the JSON, and no byte order mark', () => {
    expect(errors(parser, '<tool_call>\n\u0085{"name":"a"}\u001f\n</tool_call>')).toEqual([
      undefined,
    ]);
    expect(errors(parser, '<tool_call>\n\ufeff{"name":"a"}\n</tool_call>')).toEqual([
      'not valid JSON at character 1: expected a value',
    ]);
  });
});

describe('hermes', () => {
  test('reads a call on one line, and a last call without its closing tag', () => {
    expect(parseToolCalls('hermes', 'a <tool_call>{"name":"ping"}</tool_call> b')).toEqual({
      content: 'a  b',
      calls: [{ name: 'ping', arguments: {}, raw: '{"name":"ping"}' }],
    });
    expect(errors('hermes', '<tool_call>{"name":"ping"}')).toEqual([undefined]);
    expect(errors('hermes', '<tool_call>{"name":"pi')).toEqual([
      'not valid JSON at character 11: a string is not closed',
    ]);
  });

  test('starts the next call where one lacks its closing tag', () => {
    expect(
      errors('hermes', '<tool_call>{"name":"a"}\n<tool_call>{"name":"b"}</tool_call>'),
    ).toEqual(['the call has no closing tag', undefined]);
  });
});

describe('qwen25', () => {
  test('leaves a tag within a line as text unless JSON follows it', () => {
    const text = 'write <tool_call> first\n<tool_call>\n{"name":"ping"}\n</tool_call>';
    expect(parseToolCalls('qwen25', text)).toEqual({
      content: 'write <tool_call> first\n',
      calls: [{ name: 'ping', arguments: {}, raw: '\n{"name":"ping"}\n' }],
    });
  });

  test.each([
    '<tool_call>{"name":"ping"}</tool_call>',
    '<tool_call>\n{"name":"ping"}</tool_call>',
    '<tool_call>{"name":"ping"}\n</tool_call>',
    '<tool_call>\r\n{"name":"ping"}\n</tool_call>',
  ])('refuses %j, which SGLang does not read', (text) => {
    expect(errors('qwen25', text)).toEqual(['the tags of a call must stand on lines of their own']);
  });

  test('refuses a call without its closing tag', () => {
    expect(errors('qwen25', '<tool_call>\n{"name":"ping"}\n')).toEqual([
      'the call has no closing tag',
    ]);
  });
});
