import { randomUUID } from 'node:crypto';
import { EncoderError, type Message, type ToolCall } from 'slime-sdk';
import type { ConversationRenderer, RenderOptions } from './conversation-renderer.ts';

/** Stands for what an assistant says: no trim, split or JSON rule touches it. */
const ANCHOR = 'Qz7AssistantTurn7zQ';

/** One that no message can hold: it is made now. */
const newAnchor = (): string => `Qz7${randomUUID().replaceAll('-', '')}7zQ`;

/** What is rendered before the anchored assistant turn. */
export type Base = readonly Message[];

/** Rendering options of a tail; it always has the generation prompt. */
export type TailOptions = Omit<RenderOptions, 'addGenerationPrompt'>;

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
  options: TailOptions,
): string {
  const after = (anchor: string): string[] => {
    const conversation: Message[] = [...base, { role: 'assistant', content: anchor }, ...messages];
    const text = renderer.render(conversation, { ...options, addGenerationPrompt: true });
    return text.split(anchor).slice(1);
  };
  let tails = after(ANCHOR);
  if (tails.length > 1) tails = after(newAnchor());
  const [tail] = tails;
  if (tail !== undefined && tails.length === 1) return tail;
  const found = tail === undefined ? 'does not print' : 'prints more than once';
  throw new EncoderError(
    `chat template ${renderer.name} ${found} what an assistant said before ${rolesOf(messages)}: ` +
      'no observation can be appended',
  );
}

/**
 * The same behind an assistant that called tools: what the template writes then may hold the
 * calls' names and ids. The calls are rendered with an anchor word for arguments, and the tail
 * begins with the first end of a turn behind the last of them; how a template closes a call is
 * the policy's to write.
 *
 * @param ends texts of the tokens that end a turn
 * @throws EncoderError when the template does not print the calls, or no end of their turn
 */
export function calledTailText(
  renderer: ConversationRenderer,
  base: Base,
  calls: readonly ToolCall[],
  messages: readonly Message[],
  options: TailOptions,
  ends: readonly string[],
): string {
  const anchor = newAnchor();
  const turn: Message = {
    role: 'assistant',
    content: '',
    tool_calls: calls.map((call) => ({ ...call, arguments: { x: anchor } })),
  };
  const text = renderer.render([...base, turn, ...messages], {
    ...options,
    addGenerationPrompt: true,
  });
  const at = text.lastIndexOf(anchor);
  if (at < 0) {
    throw new EncoderError(
      `chat template ${renderer.name} does not print the calls of an assistant before ` +
        rolesOf(messages),
    );
  }
  const rest = text.slice(at + anchor.length);
  const found = ends.map((end) => rest.indexOf(end)).filter((place) => place >= 0);
  if (found.length === 0) {
    throw new EncoderError(
      `chat template ${renderer.name} ends a turn with calls by none of ${ends.join(', ')}, so ` +
        'the end of what the policy writes is not known: name the token that does in ' +
        "eos_token_id of the checkpoint's generation_config.json",
    );
  }
  return rest.slice(Math.min(...found));
}

function rolesOf(messages: readonly Message[]): string {
  return messages.map(({ role }) => role).join(', ');
}
