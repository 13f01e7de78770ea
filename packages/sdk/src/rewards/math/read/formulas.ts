import type { Answer } from './answer.ts';
import type { Expression } from './expression.ts';

type Leaf = Extract<Answer, { kind: 'quantity' | 'text' }>;

function leaves(answer: Answer): readonly Leaf[] {
  switch (answer.kind) {
    case 'quantity':
    case 'text':
      return [answer];
    case 'clock':
      return [];
    case 'collection':
    case 'tuple':
    case 'union':
    case 'ratio':
      return answer.items.flatMap(leaves);
    case 'equation':
    case 'inequality':
      return answer.sides.flatMap(leaves);
    case 'named':
    case 'option':
      return leaves(answer.value);
    case 'approximation':
      return [...(answer.exact === null ? [] : leaves(answer.exact)), ...leaves(answer.shown)];
    case 'matrix':
      return answer.rows.flat().flatMap(leaves);
  }
}

/** The formulas that an answer is made of. */
export function formulas(answer: Answer): readonly Expression[] {
  return leaves(answer).flatMap((leaf) => (leaf.kind === 'quantity' ? [leaf.value] : []));
}

/** What is broken in an answer, in words; null where nothing is. */
export function brokenPart(answer: Answer): string | null {
  for (const leaf of leaves(answer)) {
    if (leaf.kind === 'text' && leaf.fault !== undefined) return leaf.fault;
  }
  return null;
}
