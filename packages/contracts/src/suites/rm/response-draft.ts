import type fc from 'fast-check';
import type { HostileTextOptions } from '../../arbitraries/hostile-text.ts';
import {
  type AnswerKey,
  type ResponsePlan,
  writeResponse,
} from '../../arbitraries/response-plan.ts';
import { responsePlans } from '../../arbitraries/response-text.ts';
import type { World } from '../../world/world.ts';
import type { Row } from './rows.ts';

/** The turns of a response before it is known which row they answer: plain data. */
export type ResponseDraft = readonly ResponsePlan[];

/**
 * Responses of one turn or more. Rows are drawn beside them and put in afterwards, since making an
 * arbitrary for each row costs more than a cheap reward.
 */
export function responseDraft(
  { vocabulary }: World,
  options: HostileTextOptions = {},
): fc.Arbitrary<ResponseDraft> {
  return responsePlans({ vocabulary, ...options });
}

/** The turns of a draft as texts that answer a row. */
export function writeTurns(
  draft: ResponseDraft,
  { label }: Row,
  known: Partial<Pick<AnswerKey, 'rights' | 'wrongs'>> = {},
): string[] {
  const key: AnswerKey = { rights: [], wrongs: [], labels: [label], ...known };
  return draft.map((plan) => writeResponse(plan, key));
}
