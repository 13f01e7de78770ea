import type { ParsedCall, ToolSpec } from '../messages.ts';
import { parseToolCalls } from './parse-tool-calls.ts';
import { pythonStrip } from './python-strip.ts';
import { splitReasoning } from './split-reasoning.ts';

/** Which parsers read a turn, by SGLang's names. */
export interface ParseResponseOptions {
  /** `--sglang-tool-call-parser`; null: no calls are read. */
  toolCallParser: string | null;
  /** `--sglang-reasoning-parser`; null: all text is content. */
  reasoningParser: string | null;
  /** Types the parameters of `qwen3_coder`, and says which recipients of `gpt-oss` are tools. */
  tools?: readonly ToolSpec[];
}

/** A turn, read. */
export interface ParsedResponse {
  /** Without its tags, not trimmed; empty where there is none. */
  reasoning: string;
  /** Text outside reasoning and calls, trimmed as Python's `str.strip()`. */
  content: string;
  /** Read outside reasoning only. */
  calls: ParsedCall[];
}

/**
 * Reads a turn's text: reasoning first, then the calls in what is left (slime/agent/parsing.py).
 *
 * @throws ConfigError for the name of a parser that does not exist, and for nothing else.
 * @example
 * ```ts
 * parseResponse('<think>why</think><tool_call>\n{"name": "ping"}\n</tool_call>', {
 *   toolCallParser: 'qwen25',
 *   reasoningParser: 'qwen3',
 * });
 * // { reasoning: 'why', content: '', calls: [{ name: 'ping', arguments: {}, raw: '…' }] }
 * ```
 */
export function parseResponse(text: string, options: ParseResponseOptions): ParsedResponse {
  const { reasoning, content: rest } =
    options.reasoningParser === null
      ? { reasoning: '', content: text }
      : splitReasoning(options.reasoningParser, text, options.tools);
  const { content, calls } =
    options.toolCallParser === null
      ? { content: rest, calls: [] }
      : parseToolCalls(options.toolCallParser, rest, options.tools);
  return { reasoning, content: pythonStrip(content), calls };
}
