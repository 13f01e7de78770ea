import type { Answer } from './answer.ts';

const isEither = (item: Answer): boolean => item.kind === 'collection' && !item.isSet;

/** `(\pm 3, 0)` is two points; of `(\pm 3, \pm 2)` it is not said which signs go together. */
export function eitherPoint(tuple: Extract<Answer, { kind: 'tuple' }>): Answer {
  const { items } = tuple;
  const at = items.findIndex(isEither);
  const either = items[at];
  const isPoint = tuple.open === '(' && tuple.close === ')';
  if (!isPoint || either?.kind !== 'collection' || at !== items.findLastIndex(isEither)) {
    return tuple;
  }
  return {
    kind: 'collection',
    isSet: false,
    items: either.items.map((item) => ({ ...tuple, items: items.with(at, item) })),
  };
}
