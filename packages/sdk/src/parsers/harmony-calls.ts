import type { ParsedCall, ToolSpec } from '../messages.ts';
import { readHarmony } from './harmony-messages.ts';
import { nameOfRecipient } from './harmony-recipient.ts';
import { pythonStrip } from './python-strip.ts';

/**
 * Reads `<|start|>assistant<|channel|>commentary to=functions.NAME <|constrain|>json<|message|>JSON<|call|>`:
 * SGLang's `gpt-oss`, and also what that one does not see as a call: the first message of a turn,
 * whose opening is part of the prompt, and the forms in which the template writes calls, with the
 * recipient before the channel and without `<|constrain|>`.
 */
export function parseHarmonyCalls(
  text: string,
  tools: readonly ToolSpec[],
): { content: string; calls: ParsedCall[] } {
  const messages = readHarmony(text, tools);
  const calls = messages.flatMap(({ kind, recipient, read, body }): ParsedCall[] =>
    kind === 'call' ? [{ name: nameOfRecipient(recipient, tools), raw: body, ...read }] : [],
  );
  if (calls.length === 0) return { content: text, calls };
  const words = messages.flatMap(({ kind, body }) => (kind === 'words' ? [body] : []));
  return { content: words.filter((body) => pythonStrip(body) !== '').join(' '), calls };
}
