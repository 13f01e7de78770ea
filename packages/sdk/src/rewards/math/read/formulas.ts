import type { Answer } from './answer.ts';
import type { Expression } from './expression.ts';

/** The formulas that an answer is made of. */
export function formulas(answer: Answer): readonly Expression[] {
  switch (answer.kind) {
    case 'quantity':
      return [answer.value];
    case 'collection':
    case 'tuple':
    case 'union':
    case 'ratio':
      return answer.items.flatMap(formulas);
    case 'equation':
    case 'inequality':
      return answer.sides.flatMap(formulas);
    case 'named':
      return formulas(answer.value);
    case 'matrix':
      return answer.rows.flat().flatMap(formulas);
    case 'text':
      return [];
  }
}
