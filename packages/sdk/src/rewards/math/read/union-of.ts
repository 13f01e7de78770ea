import type { Answer } from './answer.ts';

/** Sets that list their members are one such set when they are joined. */
export function unionOf(items: readonly Answer[]): Answer {
  const sets = items.flatMap((item) => (item.kind === 'collection' && item.isSet ? item : []));
  if (sets.length < items.length) return { kind: 'union', items };
  return { kind: 'collection', isSet: true, items: sets.flatMap((set) => set.items) };
}
