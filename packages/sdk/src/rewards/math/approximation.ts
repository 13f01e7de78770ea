import type { Budget } from './bounds.ts';
import { inHundredths } from './compare-quantities.ts';
import type { Answer } from './read/answer.ts';
import { decimalOf, isFarFrom } from './rough-value.ts';

const valueOf = (answer: Answer): Answer =>
  answer.kind === 'named' ? valueOf(answer.value) : answer;

/** What an answer states exactly, null for an approximation of nothing that is written. */
export function exactPart(answer: Answer): Answer | null {
  return answer.kind === 'approximation' ? answer.exact : answer;
}

/** The decimal that an answer shows, null where it shows none. */
export function shownDecimal(answer: Answer): Answer | null {
  const shown = valueOf(answer.kind === 'approximation' ? answer.shown : answer);
  return shown.kind === 'quantity' && decimalOf(shown.value) !== null ? shown : null;
}

/** Whether an approximation can be one of its exact value: `\frac52 \approx 7` states nothing. */
export function isSound(answer: Answer, budget: Budget): boolean {
  if (answer.kind !== 'approximation' || answer.exact === null) return true;
  const [exact, shown] = [valueOf(answer.exact), valueOf(answer.shown)];
  if (exact.kind !== 'quantity' || shown.kind !== 'quantity') return true;
  return !isFarFrom(inHundredths(shown).value, inHundredths(exact).value, budget);
}
