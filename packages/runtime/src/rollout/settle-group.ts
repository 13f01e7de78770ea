import type { FailurePolicy, JsonObject, Sample } from 'slime-sdk';
import { statusOf } from './ending.ts';
import type { Scored } from './score.ts';

/**
 * Turns the outcomes of a group into slime's fields, once and here only: status, `remove_sample`,
 * reward and the facts in metadata. A failure never carries a reward.
 *
 * `drop_group` removes every sibling of a failure; the other policies remove the failed ones.
 */
export function settleGroup(items: readonly Scored[], policy: FailurePolicy): Sample[] {
  const dropped = policy === 'drop_group' && items.some((item) => item.outcome.kind === 'failed');
  return items.map(({ sample, outcome }) => {
    const scored = outcome.kind === 'scored';
    const facts: JsonObject = {
      ending: outcome.ending,
      ...(outcome.kind === 'failed' ? { failure: { ...outcome.error } } : {}),
      ...(dropped && scored ? { dropped: 'a sibling failed' } : {}),
    };
    return {
      ...sample,
      status: statusOf(outcome.ending),
      reward: scored ? sample.reward : null,
      remove_sample: sample.remove_sample || !scored || dropped,
      metadata: { ...sample.metadata, ...facts },
    };
  });
}
