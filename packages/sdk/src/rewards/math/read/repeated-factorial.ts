import { BrokenMath, NotMath } from '../bounds.ts';
import type { Expression } from './expression.ts';

/** `(2n-1)!!` is notation that is not read; `9!!` and `9!!!!` state no value. */
export const repeatedFactorial = (of: Expression, isLonger: boolean): NotMath =>
  new (of.kind === 'number' || isLonger ? BrokenMath : NotMath)('a factorial of a factorial');
