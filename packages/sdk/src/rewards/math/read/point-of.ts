import type { Answer } from './answer.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The point that `x = 3, y = 4` names, whose letters stand in a row in the alphabet; null for
 * anything else, where the order of the parts is not known.
 */
export function pointOf(answer: Answer): Answer | null {
  if (answer.kind !== 'collection' || answer.items.length < 2) return null;
  const named = answer.items.flatMap((item) => (item.kind === 'named' ? item : []));
  if (named.length < answer.items.length) return null;
  const inOrder = named.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (!ALPHABET.includes(inOrder.map(({ name }) => name).join(''))) return null;
  return { kind: 'tuple', open: '(', close: ')', items: inOrder.map(({ value }) => value) };
}
