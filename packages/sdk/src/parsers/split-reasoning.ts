import { ConfigError } from '../errors.ts';

/** A turn's text, split. */
export interface SplitText {
  reasoning: string;
  content: string;
}

/** How a family of models writes its reasoning. */
interface ReasoningFormat {
  /** The text starts inside the block: the opening tag may be missing. */
  forced: boolean;
  /** A tag that ends a block which was not closed. */
  interruptedBy: string | undefined;
}

const START = '<think>';
const END = '</think>';

const FORMATS = new Map<string, ReasoningFormat>([
  ['qwen3', { forced: false, interruptedBy: '<tool_call>' }],
  ['deepseek-r1', { forced: true, interruptedBy: undefined }],
]);

/** Names that `--sglang-reasoning-parser` takes. */
export const reasoningParsers: readonly string[] = [...FORMATS.keys()];

/**
 * Splits reasoning from the rest as SGLang's parser of that name does; nothing is trimmed.
 *
 * `qwen3` also splits at a `</think>` whose opening tag is missing: templates put the opening tag
 * into the prompt (slime/agent/parsing.py). Without a closing tag everything is reasoning, up to
 * the first `<tool_call>` for `qwen3`; `deepseek-r1` takes every text to start inside the block.
 *
 * @throws ConfigError for a name that is not in {@link reasoningParsers}.
 */
export function splitReasoning(name: string, text: string): SplitText {
  const format = FORMATS.get(name);
  if (format === undefined) {
    throw new ConfigError(
      `--sglang-reasoning-parser "${name}" is unknown; known: ${reasoningParsers.join(', ')}`,
      { data: { name, known: [...reasoningParsers] } },
    );
  }
  if (!format.forced && !text.includes(START) && !text.includes(END)) {
    return { reasoning: '', content: text };
  }
  let from = 0;
  while (text.startsWith(START, from)) from += START.length;
  const end = text.indexOf(END, from);
  if (end !== -1) {
    return { reasoning: text.slice(from, end), content: text.slice(end + END.length) };
  }
  const { interruptedBy } = format;
  const cut = interruptedBy === undefined ? -1 : text.indexOf(interruptedBy, from);
  return cut === -1
    ? { reasoning: text.slice(from), content: '' }
    : { reasoning: text.slice(from, cut), content: text.slice(cut) };
}
