import { copyPlain, deepFreeze, describeValue } from 'slime-runtime/hosting';
import type { RolloutArgs, Sample } from 'slime-sdk';
import fc from 'fast-check';
import type { Trial } from '../../trial.ts';
import { MemorySource } from './memory-source.ts';
import type { RolloutTarget } from './target.ts';

/** What a rollout is called with. */
export interface RolloutCase {
  /** Prompts, `rollout_batch_size`. */
  batch: number;
  /** `n_samples_per_prompt`. */
  n: number;
  rolloutId: number;
}

/** A nested list of samples, as it came. */
export type Nested = readonly (Sample | Nested)[];

/** What came of a rollout. */
export interface RolloutRun {
  args: RolloutArgs;
  source: MemorySource;
  /** Its `samples`: a list; what is in it is not known. */
  groups: readonly unknown[];
  metrics: unknown;
}

/** Rollouts are dear: a fraction of the cases, and no more than thirty. */
export const FEW = { share: 0.05, mostCases: 30 } as const;
/** Larger batches and groups cost more and say the same. */
const MOST_PROMPTS = 5;
const MOST_SAMPLES = 8;

/** Sizes up to the user's, where they are small. Shrinks to one prompt of one sample. */
export function rolloutCases({ args }: RolloutTarget): fc.Arbitrary<RolloutCase> {
  const { rollout_batch_size: batch, n_samples_per_prompt: n } = args;
  return fc.record({
    batch: fc.integer({ min: 1, max: Math.min(batch ?? MOST_PROMPTS, MOST_PROMPTS) }),
    n: n === 1 ? fc.integer({ min: 1, max: 4 }) : fc.constant(Math.min(n, MOST_SAMPLES)),
    rolloutId: fc.nat(20),
  });
}

/** The source of a case's prompts. */
export function sourceOf(
  { world }: RolloutTarget,
  { n }: RolloutCase,
  options: { empty?: boolean; later?: boolean } = {},
): MemorySource {
  return new MemorySource({ rows: world.rows, n, ...options });
}

/** Runs one training rollout. A result of another type breaks the law. */
export async function runRollout(
  target: RolloutTarget,
  input: RolloutCase,
  trial: Trial,
  source: MemorySource = sourceOf(target, input),
): Promise<RolloutRun> {
  const args = rolloutArgs(target, input);
  const output: unknown = await trial.call('the rollout', () =>
    target.fn(args, input.rolloutId, source, { evaluation: false }),
  );
  if (typeof output !== 'object' || output === null || !('samples' in output)) {
    return trial.fail({ expected: 'an object { samples, metrics? }', got: describeValue(output) });
  }
  const { samples, metrics } = { metrics: undefined, ...output };
  if (!Array.isArray(samples)) {
    return trial.fail({ expected: 'samples is an array of groups', got: describeValue(samples) });
  }
  return { args, source, groups: samples, metrics };
}

/** The arguments of a case, frozen, as plugins get them. */
export function rolloutArgs({ args }: RolloutTarget, { batch, n }: RolloutCase): RolloutArgs {
  return deepFreeze({ ...copyPlain(args), rollout_batch_size: batch, n_samples_per_prompt: n });
}
