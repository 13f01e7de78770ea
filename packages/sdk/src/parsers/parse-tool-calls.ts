import { ConfigError } from '../errors.ts';
import type { ParsedCall, ToolSpec } from '../messages.ts';
import { parseHarmonyCalls } from './harmony-calls.ts';
import { parseJsonCalls } from './json-calls.ts';
import { parseKimiCalls } from './kimi-calls.ts';
import { parseXmlCalls } from './xml-calls.ts';

/** Calls in the order of the text, and the text outside them. */
export interface CallsInText {
  content: string;
  calls: ParsedCall[];
}

type ToolCallParser = (text: string, tools: readonly ToolSpec[]) => CallsInText;

const qwen25: ToolCallParser = (text) => parseJsonCalls(text, { ownLines: true });

const PARSERS = new Map<string, ToolCallParser>([
  ['qwen25', qwen25],
  ['qwen', qwen25],
  ['hermes', (text) => parseJsonCalls(text, { ownLines: false })],
  ['qwen3_coder', parseXmlCalls],
  ['step3p5', parseXmlCalls],
  ['gpt-oss', parseHarmonyCalls],
  ['kimi_k2', parseKimiCalls],
]);

/** Names that `--sglang-tool-call-parser` takes: SGLang's, its aliases included. */
export const toolCallParsers: readonly string[] = [...PARSERS.keys()];

/**
 * Reads the tool calls of a text that holds no reasoning ({@link splitReasoning} comes first), as
 * SGLang's parser of that name does; `kimi_k2` also gives each call the id that it was written
 * with. Time is linear in the text, whatever it holds.
 *
 * Where SGLang drops a call, this gives it: a name that is no declared tool stands as it is, and a
 * call that cannot be read has `error`, no arguments, and the name if that could be read, else ''.
 * Text behind a call, which SGLang drops, is content as well.
 * No error quotes the text. Integers beyond 2^53 - 1 are never rounded: formats of JSON
 * refuse the call, `qwen3_coder` keeps the text.
 *
 * @throws ConfigError for a name that is not in {@link toolCallParsers}.
 */
export function parseToolCalls(
  name: string,
  text: string,
  tools: readonly ToolSpec[] = [],
): CallsInText {
  const parse = PARSERS.get(name);
  if (parse === undefined) {
    throw new ConfigError(
      `--sglang-tool-call-parser "${name}" is unknown; known: ${toolCallParsers.join(', ')}`,
      { data: { name, known: [...toolCallParsers] } },
    );
  }
  return parse(text, tools);
}
