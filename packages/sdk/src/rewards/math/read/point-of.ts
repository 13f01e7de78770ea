import type { Answer } from './answer.ts';

/** The point that `x = 3, y = 4` names, its letters in the order of the alphabet; null for anything else. */
export function pointOf(answer: Answer): Answer | null {
  if (answer.kind !== 'collection' || answer.items.length < 2) return null;
  const named = answer.items.flatMap((item) => (item.kind === 'named' ? item : []));
  const names = new Set(named.map(({ name }) => name));
  const isPoint =
    named.length === answer.items.length &&
    names.size === named.length &&
    [...names].every((name) => /^[a-z]$/.test(name));
  if (!isPoint) return null;
  const inOrder = named.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: 'tuple', open: '(', close: ')', items: inOrder.map(({ value }) => value) };
}
