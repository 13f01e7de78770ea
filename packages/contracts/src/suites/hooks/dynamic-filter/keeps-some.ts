import fc from 'fast-check';
import { picks } from '../../../arbitraries/index.ts';
import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type Batch, BATCH_PICKS, buildBatch } from '../batch.ts';
import { type FilterTarget, readVerdict } from './verdict.ts';

const DRAWS = 200;
/** Tokens that a response is said to have: filters may look at lengths. */
const LENGTHS: readonly number[] = [16, 256, 4096];

/** A filter that drops everything never lets a rollout end. */
export const keepsSome = examination<FilterTarget>({
  id: 'dynamic-filter/keeps-some',
  title: 'of many groups whose rewards differ, one is kept',
  why:
    'slime samples until rollout_batch_size groups are kept. A filter that drops every group, by a NaN, ' +
    'by a reward that it does not find, makes the rollout go on for ever.',
  fix: 'Read the reward as a number, or by args.reward_key; compare what is finite. A filter that looks at metadata needs --prompt-data to be checked by.',
  source: 'slime/rollout/sglang_rollout.py: generate_rollout_async',
  faults: ['B057'],
  requires: ['dynamic-filter/result'],
  async examine(target, trial) {
    const n = target.world.args.n_samples_per_prompt;
    const size = n > 1 ? { min: n, max: n } : { min: 2, max: 8 };
    if (await keepsOneOf(target, trial, size)) return;
    trial.fail({
      expected: `one of ${DRAWS} groups of ${size.min === size.max ? n : '2 to 8'} is kept`,
      got: 'all are dropped',
    });
  },
});

/** A standard deviation of one reward is no number. */
export const groupsOfOne = examination<FilterTarget>({
  id: 'dynamic-filter/groups-of-one',
  title: 'groups of one are kept now and then, or refused with an error',
  why:
    'With one sample a prompt there is no spread: a standard deviation is 0 or NaN, every group is ' +
    'dropped, and the rollout goes on for ever without a word.',
  fix: 'Keep groups of one, or throw an error that says that the filter needs --n-samples-per-prompt of 2 or more.',
  source: 'slime/rollout/filter_hub/dynamic_sampling_filters.py: check_reward_nonzero_std',
  faults: ['B057'],
  requires: ['dynamic-filter/result'],
  async examine(target, trial) {
    if (await keepsOneOf(target, trial, { min: 1, max: 1 })) return;
    trial.fail({
      expected: `one of ${DRAWS} groups of one is kept, or an error says why none can be`,
      got: 'all are dropped',
    });
  },
});

async function keepsOneOf(
  target: FilterTarget,
  trial: Trial,
  size: { min: number; max: number },
): Promise<boolean> {
  const drawn = fc.sample(picks(BATCH_PICKS), { numRuns: DRAWS, seed: trial.seed });
  for (const [at, numbers] of drawn.entries()) {
    const options = { groups: { min: 1, max: 1 }, size };
    const batch = buildBatch(target.world, options, numbers);
    lengthen(batch, LENGTHS[at % LENGTHS.length] ?? 1);
    const [group = []] = batch.groups;
    const attempt = await trial.attempt('the filter', () => target.fn(batch.args, group));
    if (!attempt.ok && size.max > 1) {
      trial.fail({ expected: 'the filter does not throw', got: attempt.text });
    }
    if (!attempt.ok || readVerdict(attempt.value, trial).keep) return true;
  }
  return false;
}

function lengthen({ groups }: Batch, length: number): void {
  for (const sample of groups.flat(2)) {
    sample.tokens = [1, 2, ...Array.from({ length }, (_, at) => at)];
    sample.response = 'word '.repeat(length);
    sample.response_length = length;
    sample.loss_mask = null;
    sample.rollout_log_probs = sample.rollout_log_probs && Array.from({ length }, () => -0.5);
  }
}
