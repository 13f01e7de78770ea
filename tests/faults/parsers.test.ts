import type { ToolSpec } from 'slime-sdk';
import { parseResponse, toolCallParsers } from 'slime-sdk/parsers';
import { describe, expect, it } from 'vitest';
import { playOne } from './play.ts';

const call = (name: string, args: unknown): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

const writeTool: ToolSpec = {
  type: 'function',
  function: {
    name: 'write',
    parameters: {
      type: 'object',
      properties: { n: { type: 'integer' }, on: { type: 'boolean' }, text: { type: 'string' } },
    },
  },
};

const xml = (name: string, value: string): string =>
  `<tool_call>\n<function=write>\n<parameter=${name}>\n${value}\n</parameter>\n</function>\n</tool_call>`;

/** A call to a tool that is none, in the forms that are not JSON within tags. */
const CALLS_OF_READ = new Map([
  ['qwen3_coder', xml('n', '3').replace('write', 'Read')],
  ['step3p5', xml('n', '3').replace('write', 'Read')],
  ['gpt-oss', '<|channel|>commentary to=functions.Read <|constrain|>json<|message|>{}<|call|>'],
  [
    'kimi_k2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.Read:0' +
      '<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
  ],
]);

function readJson(text: string, toolCallParser = 'qwen25') {
  return parseResponse(text, { toolCallParser, reasoningParser: 'qwen3', tools: [writeTool] });
}

function readXml(text: string) {
  return readJson(text, 'qwen3_coder').calls;
}

describe('A017: a call that is drafted in the reasoning is none', () => {
  it.each([
    ['with its opening tag', '<think>'],
    ['with the opening tag in the prompt', ''],
  ])('%s', (_name, open) => {
    const { calls } = readJson(`${open}..${call('a', {})}</think>${call('b', {})}`);
    expect(calls.map(({ name }) => name)).toEqual(['b']);
  });
});

it('A018: a call that was cut does not run, nor one before the cut', async () => {
  const seen: unknown[] = [];
  await playOne({
    env: {
      step: (_text, { calls, truncated }) => {
        seen.push({ calls, truncated });
        return { observation: { text: 'OBS' }, done: true };
      },
    },
    script: [
      `${call('write', { p: '/etc/a' })}\n<tool_call>\n{"name": "write", "arguments": {"p": "/et`,
    ],
    args: { max_tokens_per_turn: 30, sglang_tool_call_parser: 'qwen25' },
  });
  expect(seen).toEqual([{ calls: [], truncated: true }]);
});

it.each(['qwen25', 'hermes'])('A040: %s keeps a closing tag inside a value', (parser) => {
  const { calls, content } = readJson(call('write', { text: 'a</tool_call>b' }), parser);
  expect(calls.map((item) => item.arguments)).toEqual([{ text: 'a</tool_call>b' }]);
  expect(content).toBe('');
});

it.each(toolCallParsers.map((name) => [name]))(
  'A042: %s hands on a name that is no tool',
  (name) => {
    const text = CALLS_OF_READ.get(name) ?? call('Read', {});
    expect(readJson(text, name).calls.map((item) => item.name)).toEqual(['Read']);
  },
);

describe('A043, A108, B104: the values of XML calls', () => {
  it('have the type that the tool declares', () => {
    expect(readXml(xml('n', '3'))[0]?.arguments).toEqual({ n: 3 });
    expect(readXml(xml('on', 'true'))[0]?.arguments).toEqual({ on: true });
  });

  it('stay as written where they cannot have it: the call is not lost', () => {
    expect(readXml(xml('n', '2026-01-15'))[0]?.arguments).toEqual({ n: '2026-01-15' });
  });

  it.each(['  indented\n    code', 'a</parameter>b', 'a</tool_call>b'])(
    '%j is kept whole',
    (text) => {
      expect(readXml(xml('text', text)).map((item) => item.arguments)).toEqual([{ text }]);
    },
  );
});

it('A109: arguments under their other name are not lost', () => {
  const text = '<tool_call>\n{"name": "write", "parameters": {"n": 3}}\n</tool_call>';
  expect(readJson(text).calls[0]?.arguments).toEqual({ n: 3 });
});

it('B097: every call of a turn is read', () => {
  const { calls } = readJson(`${call('a', {})}\n${call('b', {})}`);
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b']);
});

it('B099: the end of a turn is no part of its text', async () => {
  const texts: string[] = [];
  await playOne({
    env: {
      step: (text, { content }) => {
        texts.push(text, content);
        return { observation: { text: 'OBS' }, done: true };
      },
    },
    script: ['hello'],
  });
  expect(texts).toEqual(['hello', 'hello']);
});

it('B132: JSON over several lines is a call', () => {
  const text =
    '<tool_call>\n{\n  "name": "write",\n  "arguments": {\n    "n": 3\n  }\n}\n</tool_call>';
  expect(readJson(text).calls[0]).toMatchObject({ name: 'write', arguments: { n: 3 } });
});
