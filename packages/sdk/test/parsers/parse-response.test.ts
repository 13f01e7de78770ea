import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault, isSlimeError, type ToolSpec } from '../../src/index.ts';
import { HARMONY_MARKERS, KIMI_MARKERS } from './markers.ts';
import {
  parseResponse,
  parseToolCalls,
  reasoningParsers,
  splitReasoning,
  toolCallParsers,
} from '../../src/parsers/index.ts';

const ping = '<tool_call>\n{"name": "ping"}\n</tool_call>';

/** Those whose reasoning is a `<think>` block. */
const thinkParsers = reasoningParsers.filter((name) => name !== 'gpt-oss');

const tools: ToolSpec[] = [
  {
    type: 'function',
    function: {
      name: 'peek',
      parameters: { type: 'object', properties: { o: { type: 'object' }, n: { type: 'integer' } } },
    },
  },
];

test('a call drafted in the reasoning block is not read', () => {
  for (const text of [
    `<think>try ${ping}</think>${ping} done `,
    `try ${ping}</think>${ping} done`,
  ]) {
    for (const reasoningParser of thinkParsers) {
      expect(parseResponse(text, { toolCallParser: 'qwen25', reasoningParser })).toEqual({
        reasoning: `try ${ping}`,
        content: 'done',
        calls: [{ name: 'ping', arguments: {}, raw: '\n{"name": "ping"}\n' }],
      });
    }
  }
});

test('without parsers all text is content', () => {
  const text = `<think>why</think> ${ping}`;
  expect(parseResponse(text, { toolCallParser: null, reasoningParser: null })).toEqual({
    reasoning: '',
    content: text,
    calls: [],
  });
});

test('a block that is not closed is reasoning, up to a call for qwen3 alone', () => {
  const text = `<think>why ${ping}`;
  expect(splitReasoning('qwen3', text)).toEqual({ reasoning: 'why ', content: ping });
  expect(splitReasoning('deepseek-r1', text)).toEqual({ reasoning: `why ${ping}`, content: '' });
});

test('opening tags that are repeated are all left out', () => {
  const text = '<think><think>why</think>so';
  for (const name of thinkParsers) {
    expect(splitReasoning(name, text)).toEqual({ reasoning: 'why', content: 'so' });
  }
});

test('deepseek-r1 starts inside the block, qwen3 where a tag says so', () => {
  expect(splitReasoning('deepseek-r1', 'why')).toEqual({ reasoning: 'why', content: '' });
  expect(splitReasoning('qwen3', 'why')).toEqual({ reasoning: '', content: 'why' });
});

test('an unknown parser is a ConfigError that names the known ones', () => {
  const thrown = (run: () => unknown) => {
    try {
      return run();
    } catch (error) {
      return isSlimeError(error) ? [error.code, error.message] : error;
    }
  };
  expect(thrown(() => parseToolCalls('llama9', ''))).toEqual([
    'SLIME_CONFIG',
    '--sglang-tool-call-parser "llama9" is unknown; known: qwen25, qwen, hermes, qwen3_coder, step3p5, gpt-oss, kimi_k2',
  ]);
  expect(thrown(() => splitReasoning('qwen9', ''))).toEqual([
    'SLIME_CONFIG',
    '--sglang-reasoning-parser "qwen9" is unknown; known: qwen3, deepseek-r1, gpt-oss, kimi_k2',
  ]);
});

test('aliases read as the parsers they stand for', () => {
  const xml = '<tool_call><function=ping></function></tool_call>';
  expect(parseToolCalls('qwen', ping)).toEqual(parseToolCalls('qwen25', ping));
  expect(parseToolCalls('step3p5', xml)).toEqual(parseToolCalls('qwen3_coder', xml));
});

const tags = (
  '<tool_call>|</tool_call>|<tool_call>\n|\n</tool_call>|<think>|</think>|<function=peek>|<function=|' +
  `</function>|<parameter=o>|<parameter=|</parameter>|{|}|[|]|"|'|\\|:|,|"name"|"peek"|"arguments"|(|1|x`
).split('|');

/** Whole pieces of the formats whose markers have bars. */
const barred = [
  ...HARMONY_MARKERS,
  ...KIMI_MARKERS,
  ...'assistant,analysis,commentary, to=functions.peek, to=,json,functions.peek:0,:,0'.split(','),
  '{"n": 1}',
  '{"o": {}}',
];

describe.each(toolCallParsers)('%s', (toolCallParser) => {
  test('reads any text without throwing, into values that JSON can carry', () => {
    const soup = fc
      .array(fc.oneof(fc.constantFrom(...tags), fc.constantFrom(...barred), fc.string()), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(soup, fc.constantFrom(null, ...reasoningParsers), (text, reasoningParser) => {
        for (const { arguments: args, error } of parseResponse(text, {
          toolCallParser,
          reasoningParser,
          tools,
        }).calls) {
          expect(args === undefined).toBe(error !== undefined);
          expect(findJsonFault(args ?? {})).toBeUndefined();
        }
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  // In a time that grows with the square of the length, one of these outlasts the time limit.
  test('reads a megabyte of hostile tags in linear time', () => {
    const openings = ['', '<tool_call>{"', '<tool_call><function=peek><parameter=o>'];
    const units =
      '<tool_call>|<tool_call>\n|<tool_call>{"|<tool_call>["\n|<tool_call>[[|{"a":|<function=|[|\\|\n|' +
      '<tool_call><function=a>|<tool_call><function=a><parameter=b></tool_call>x|<parameter=b>|' +
      `</parameter> |</function>|<think>|</think>|'`;
    const texts = openings.flatMap((opening) =>
      units.split('|').map((unit) => opening + unit.repeat(Math.ceil(1_000_000 / unit.length))),
    );
    texts.push(`<tool_call>\n[${'1,'.repeat(200_000)}1]\n</tool_call>`);
    for (const text of texts) {
      const options = { toolCallParser, reasoningParser: 'qwen3', tools };
      expect(() => parseResponse(text, options)).not.toThrow();
    }
  });
});
