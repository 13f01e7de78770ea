import { describeValue } from 'slime-runtime/hosting';
import type { RolloutSampleFilter, Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import type { Batch } from '../batch.ts';
import { callAtOnce } from '../call-at-once.ts';
import type { HookTarget } from '../target.ts';

/** A sample filter. */
export type SampleFilterTarget = HookTarget<RolloutSampleFilter>;

/** Filters the groups in place and gives the samples. A result of another type breaks the law. */
export async function filter(
  { fn }: SampleFilterTarget,
  { args, groups }: Batch,
  trial: Trial,
): Promise<Sample[]> {
  const samples = groups.flat(2);
  const result = await callAtOnce(trial, 'the filter', () => fn(args, groups));
  if (result !== undefined && result !== null) {
    trial.fail({
      expected: 'nothing is returned: slime does not look at it',
      got: describeValue(result),
    });
  }
  return samples;
}
