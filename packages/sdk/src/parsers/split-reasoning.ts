import { ConfigError } from '../errors.ts';
import type { ToolSpec } from '../messages.ts';
import { hideKimiArguments } from './kimi-calls.ts';
import { splitHarmony } from './split-harmony.ts';

/** A turn's text, split. */
export interface SplitText {
  reasoning: string;
  content: string;
}

/** How a family of models writes its `<think>` block. */
interface ReasoningFormat {
  /** The text starts inside the block: the opening tag may be missing. */
  forced: boolean;
  /** A tag that ends a block which was not closed. */
  interruptedBy: string | undefined;
}

const START = '<think>';
const END = '</think>';
const KIMI_CALLS = '<|tool_calls_section_begin|>';

type ReasoningParser = (text: string, tools: readonly ToolSpec[]) => SplitText;

const PARSERS = new Map<string, ReasoningParser>([
  ['qwen3', (text) => splitThink(text, { forced: false, interruptedBy: '<tool_call>' })],
  ['deepseek-r1', (text) => splitThink(text, { forced: true, interruptedBy: undefined })],
  ['gpt-oss', splitHarmony],
  [
    'kimi_k2',
    (text) =>
      splitThink(text, { forced: false, interruptedBy: KIMI_CALLS }, hideKimiArguments(text)),
  ],
]);

/** Names that `--sglang-reasoning-parser` takes. */
export const reasoningParsers: readonly string[] = [...PARSERS.keys()];

/**
 * Splits reasoning from the rest as SGLang's parser of that name does; nothing is trimmed.
 *
 * `qwen3` and `kimi_k2` also split at a `</think>` whose opening tag is missing: templates put the
 * opening tag into the prompt (slime/agent/parsing.py). Without a closing tag everything is
 * reasoning, up to the first call for these two; `deepseek-r1` takes every text to start inside the
 * block. `gpt-oss` takes Harmony's analysis for reasoning, text without Harmony's markers for content;
 * messages to `functions.*` and to one of `tools` are calls, and stay.
 *
 * @throws ConfigError for a name that is not in {@link reasoningParsers}.
 */
export function splitReasoning(
  name: string,
  text: string,
  tools: readonly ToolSpec[] = [],
): SplitText {
  const split = PARSERS.get(name);
  if (split === undefined) {
    throw new ConfigError(
      `--sglang-reasoning-parser "${name}" is unknown; known: ${reasoningParsers.join(', ')}`,
      { data: { name, known: [...reasoningParsers] } },
    );
  }
  return split(text, tools);
}

/** @param shown the text as tags are looked for in it */
function splitThink(
  text: string,
  { forced, interruptedBy }: ReasoningFormat,
  shown = text,
): SplitText {
  if (!forced && !shown.includes(START) && !shown.includes(END)) {
    return { reasoning: '', content: text };
  }
  let from = 0;
  while (shown.startsWith(START, from)) from += START.length;
  const end = shown.indexOf(END, from);
  if (end !== -1) {
    return { reasoning: text.slice(from, end), content: text.slice(end + END.length) };
  }
  const cut = interruptedBy === undefined ? -1 : shown.indexOf(interruptedBy, from);
  return cut === -1
    ? { reasoning: text.slice(from), content: '' }
    : { reasoning: text.slice(from, cut), content: text.slice(cut) };
}
