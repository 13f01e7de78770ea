import { describeValue } from 'slime-runtime/hosting';
import { type RolloutArgs, type RolloutSampleHook, type Sample, sampleSchema } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import type { Batch } from '../batch.ts';
import type { HookTarget } from '../target.ts';

/** A call of a sample hook. */
export interface HookCall {
  args: RolloutArgs;
  sample: Sample;
  rolloutId: number;
  evaluation: boolean;
}

/** One sample of a batch as it is after generation: most have no reward yet. */
export function hookCall({ args, groups, picker }: Batch): HookCall {
  const samples = groups.flat(2);
  const sample = samples[picker.below(samples.length)];
  if (sample === undefined) throw new TypeError('a batch without a sample');
  return {
    args,
    sample: picker.chance(20) ? sample : { ...sample, reward: null },
    rolloutId: picker.below(50),
    evaluation: picker.chance(30),
  };
}

/**
 * Puts a sample through the hook and gives what slime goes on with: the sample that came back, or
 * the one that went in. A result of another type breaks the law.
 */
export async function applyHook(
  { fn }: HookTarget<RolloutSampleHook>,
  { args, sample, ...options }: HookCall,
  trial: Trial,
): Promise<Sample> {
  const result: unknown = await trial.call('the hook', () => fn(args, sample, options));
  if (result === null || result === undefined) return sample;
  if (isSample(result)) return result;
  return trial.fail({ expected: 'a sample, or null to keep it', got: describeValue(result) });
}

/** What a sample breaks else is the matter of other laws. */
const shape = sampleSchema.pick({ tokens: true, response_length: true, status: true });

function isSample(value: unknown): value is Sample {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tokens' in value &&
    shape.safeParse(value).success
  );
}
