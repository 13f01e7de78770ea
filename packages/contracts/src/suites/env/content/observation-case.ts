import { readObservation, ResultFault } from 'slime-runtime/hosting';
import type { Message } from 'slime-sdk';
import type { TurnRecord } from '../play-episode.ts';

/** Messages of an observation as the loop reads them; null where there are none or none are valid. */
export function validMessages({ messages }: TurnRecord): Message[] | null {
  if (messages === null) return null;
  try {
    return readObservation(messages, true);
  } catch (error) {
    // What is wrong with it is the matter of env/observation-shape.
    if (error instanceof ResultFault) return null;
    throw error;
  }
}

/** The texts of messages, in order. */
export function textsOf(messages: readonly Message[]): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? [content]
      : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  );
}

/** How many pictures messages hold. */
export function countPictures(messages: readonly Message[]): number {
  return messages.reduce(
    (sum, { content }) =>
      typeof content === 'string'
        ? sum
        : sum + content.filter(({ type }) => type === 'image').length,
    0,
  );
}
