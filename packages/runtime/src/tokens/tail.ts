import { EncoderError, type Message } from 'slime-sdk';
import type { ConversationRenderer, RenderOptions } from './conversation-renderer.ts';

/** Stands for what an assistant says: no trim, split or JSON rule touches it. */
export const ANCHOR = 'Qz7AssistantTurn7zQ';

/** What is rendered before the anchored assistant turn. */
export type Base = readonly Message[];

/**
 * The text that follows an assistant's words when these messages come next: the end of its turn,
 * the messages, and the generation prompt.
 *
 * Taken out of a rendering of `base`, an assistant who says {@link ANCHOR}, and the messages, so
 * its cost does not grow with the conversation. `spec`: anchored suffix.
 *
 * @throws EncoderError when the template does not print the assistant's words once and whole
 */
export function tailText(
  renderer: ConversationRenderer,
  base: Base,
  messages: readonly Message[],
  options: Omit<RenderOptions, 'addGenerationPrompt'>,
): string {
  const conversation: Message[] = [...base, { role: 'assistant', content: ANCHOR }, ...messages];
  const text = renderer.render(conversation, { ...options, addGenerationPrompt: true });
  const start = text.indexOf(ANCHOR);
  if (start < 0 || text.includes(ANCHOR, start + 1)) {
    const found = start < 0 ? 'does not print' : 'prints more than once';
    throw new EncoderError(
      `chat template ${renderer.name} ${found} what an assistant said before ` +
        `${messages.map(({ role }) => role).join(', ')}: no observation can be appended`,
    );
  }
  return text.slice(start + ANCHOR.length);
}
