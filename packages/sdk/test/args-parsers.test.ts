import { expect, it } from 'vitest';
import { rolloutArgsSchema } from '../src/args.ts';
import { reasoningParsers, toolCallParsers } from '../src/parsers/index.ts';

/** SGLang's other names of a parser; the help has one of each. */
const ALIASES = new Set(['qwen', 'step3p5']);

it.each([
  ['sglang_tool_call_parser', toolCallParsers],
  ['sglang_reasoning_parser', reasoningParsers],
] as const)('the help of %s names every parser', (key, parsers) => {
  const named = /: ([^;]+);/.exec(rolloutArgsSchema.shape[key].description ?? '')?.[1];
  expect(named?.split(', ')).toEqual(parsers.filter((name) => !ALIASES.has(name)));
});
