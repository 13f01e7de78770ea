import { readObservation, ResultFault } from 'slime-runtime/hosting';
import type { Message } from 'slime-sdk';
import { observationOf } from '../episode-calls.ts';
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

/** What an env says of an observation of the default kind (packages/sdk/src/env.ts). */
interface TextFacts {
  role: 'user' | 'tool' | null;
  pictures: number;
}

/** Facts of a step's observations, one each; null where one of them is of another shape. */
export function textFacts({ result }: TurnRecord): TextFacts[] | null {
  const facts: TextFacts[] = [];
  for (const observation of [observationOf(result)].flat()) {
    if (typeof observation !== 'object' || observation === null) return null;
    if (typeof Reflect.get(observation, 'text') !== 'string') return null;
    const role: unknown = Reflect.get(observation, 'role');
    const given: unknown = Reflect.get(observation, 'images');
    facts.push({
      role: role === 'user' || role === 'tool' ? role : null,
      pictures: Array.isArray(given) ? given.length : 0,
    });
  }
  return facts;
}
