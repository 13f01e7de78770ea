import type { ToolSpec } from '../messages.ts';
import { HARMONY_OPENING, readHarmony } from './harmony-messages.ts';

/**
 * Splits a turn in the Harmony format: analysis is reasoning, other messages are text without
 * their headers, calls stay as they were written, for the parser of calls. Where SGLang drops text
 * (outside of messages, in a commentary that is not ended), it is kept.
 */
export function splitHarmony(
  text: string,
  tools: readonly ToolSpec[],
): { reasoning: string; content: string } {
  const messages = readHarmony(text, tools);
  let [reasoning, content] = ['', ''];
  for (const [at, { kind, whole, body, isEnded }] of messages.entries()) {
    if (kind === 'thought') reasoning += body;
    else if (kind === 'words') content += body;
    else {
      // Behind other text a call needs its opening, and before other text its end.
      const opened = content === '' || whole.startsWith(HARMONY_OPENING) ? '' : HARMONY_OPENING;
      const ended = isEnded || at === messages.length - 1 ? '' : '<|call|>';
      content += opened + whole + ended;
    }
  }
  return { reasoning, content };
}
