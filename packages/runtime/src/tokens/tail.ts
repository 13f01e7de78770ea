import { randomUUID } from 'node:crypto';
import { EncoderError, type Message } from 'slime-sdk';
import type { ConversationRenderer, RenderOptions } from './conversation-renderer.ts';

/** Stands for what an assistant says: no trim, split or JSON rule touches it. */
const ANCHOR = 'Qz7AssistantTurn7zQ';

/** What is rendered before the anchored assistant turn. */
export type Base = readonly Message[];

/**
 * The text that follows an assistant's words when these messages come next: the end of its turn,
 * the messages, and the generation prompt.
 *
 * Taken out of a rendering of `base`, an assistant who says an anchor word, and the messages, so
 * its cost does not grow with the conversation.
 *
 * @throws EncoderError when the template does not print the assistant's words once and whole
 */
export function tailText(
  renderer: ConversationRenderer,
  base: Base,
  messages: readonly Message[],
  options: Omit<RenderOptions, 'addGenerationPrompt'>,
): string {
  const after = (anchor: string): string[] => {
    const conversation: Message[] = [...base, { role: 'assistant', content: anchor }, ...messages];
    const text = renderer.render(conversation, { ...options, addGenerationPrompt: true });
    return text.split(anchor).slice(1);
  };
  let tails = after(ANCHOR);
  // The messages may hold the word; they cannot hold one that is made now.
  if (tails.length > 1) tails = after(`Qz7${randomUUID().replaceAll('-', '')}7zQ`);
  const [tail] = tails;
  if (tail !== undefined && tails.length === 1) return tail;
  const found = tail === undefined ? 'does not print' : 'prints more than once';
  throw new EncoderError(
    `chat template ${renderer.name} ${found} what an assistant said before ` +
      `${messages.map(({ role }) => role).join(', ')}: no observation can be appended`,
  );
}
