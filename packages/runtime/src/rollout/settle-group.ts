import type { FailurePolicy, JsonObject, Outcome, Sample } from 'slime-sdk';
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
  return items.flatMap(withEarlier).map(({ sample, outcome }) => {
    const settled = withOutcome(sample, outcome);
    if (!dropped || outcome.kind !== 'scored') return settled;
    const metadata = { ...settled.metadata, dropped: 'a sibling failed' };
    return { ...settled, remove_sample: true, metadata };
  });
}

/** The samples of an episode, in order. */
function withEarlier({ sample, outcome, earlier = [] }: Scored): Scored[] {
  const { reward } = sample;
  return [...earlier.map((segment) => ({ ...segment, reward })), sample].map((segment) => ({
    sample: segment,
    outcome,
  }));
}

/**
 * Writes an outcome into a sample: what reward functions see of it, and what is written at the end.
 * Only what is scored keeps its reward.
 */
export function withOutcome(sample: Sample, outcome: Outcome): Sample {
  const isScored = outcome.kind === 'scored';
  const facts: JsonObject = {
    ending: outcome.ending,
    ...(outcome.kind === 'failed' ? { failure: { ...outcome.error } } : {}),
  };
  return {
    ...sample,
    status: statusOf(outcome.ending),
    reward: isScored ? sample.reward : null,
    remove_sample: sample.remove_sample || !isScored,
    metadata: { ...sample.metadata, ...facts },
  };
}
