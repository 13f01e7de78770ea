import { describeValue } from 'slime-runtime/hosting';
import { batchProperty } from '../batch-property.ts';
import { convert } from './convert.ts';

const SOURCE = 'slime/ray/rollout.py: _convert_samples_to_train_data, _split_train_data_by_dp';

/** The base of the suite. */
export const result = batchProperty({
  id: 'convert/result',
  title: 'a batch gives all columns that slime needs, each as long as samples, at once',
  why:
    'slime hands the columns to its splitter as they are: without rollout_ids it stops with a KeyError, ' +
    'without rollout_mask_sums the loss silently weighs samples instead of rollouts.',
  fix: 'Return tokens, response_lengths, rewards, raw_reward, truncated, sample_indices, rollout_ids, loss_masks and rollout_mask_sums, from a function that is not async.',
  source: SOURCE,
  faults: [],
  requires: [],
  batch: {},
  async holds(target, make, trial) {
    await convert(target, make(), trial);
  },
});

/** The shapes that slime hands it besides. */
export const survives = batchProperty({
  id: 'convert/survives',
  title: 'failed, removed and fanned-out samples, and samples without a mask, are converted',
  why: 'The batch holds members without a reward, segments that share a rollout_id, and null masks, which mean all ones. An exception ends the run.',
  fix: 'Take null for reward, loss_mask, rollout_log_probs and rollout_id.',
  source: SOURCE,
  faults: ['B058'],
  requires: ['convert/result'],
  batch: { failed: true, removed: true, fanOut: true, ragged: true, bare: true },
  async holds(target, make, trial) {
    await convert(target, make(), trial);
  },
});

/** Rows are the samples. */
export const rows = batchProperty({
  id: 'convert/rows',
  title:
    'tokens, response_lengths, truncated and sample_indices are those of the samples, in order',
  why: 'Every column is cut by the same positions: a column in another order trains the tokens of one sample with the reward of another.',
  fix: 'Make each column by samples.map(...); truncated is 1 where status is "truncated", else 0.',
  source: SOURCE,
  faults: ['A065'],
  requires: ['convert/result'],
  batch: { removed: true },
  async holds(target, make, trial) {
    const { columns, rows: samples } = await convert(target, make(), trial);
    for (const [at, sample] of samples.entries()) {
      trial.equal(columns.tokens[at], sample.tokens, `tokens[${at}]`);
      trial.equal(columns.response_lengths[at], sample.response_length, `response_lengths[${at}]`);
      trial.equal(columns.sample_indices[at], sample.index, `sample_indices[${at}]`);
      const truncated = sample.status === 'truncated' ? 1 : 0;
      trial.equal(columns.truncated[at], truncated, `truncated[${at}]`);
    }
  },
});

/** What becomes a tensor of numbers. */
export const rewards = batchProperty({
  id: 'convert/rewards',
  title: 'rewards and raw_reward are finite numbers, of failed samples and records too',
  why: 'Both become tensors: a null, a record or a NaN among them ends the run, or makes every gradient NaN.',
  fix: 'Give 0 where reward is null, and the value of args.reward_key where it is a record.',
  source: SOURCE,
  faults: ['A001', 'B081', 'B076'],
  requires: ['convert/survives'],
  batch: { failed: true, removed: true, ragged: true },
  async holds(target, make, trial) {
    const { columns } = await convert(target, make(), trial);
    for (const name of ['rewards', 'raw_reward'] as const) {
      const at = columns[name].findIndex((value) => !Number.isFinite(value));
      if (at < 0) continue;
      trial.fail({
        expected: `${name}[${at}] is a finite number`,
        got: describeValue(columns[name][at]),
      });
    }
  },
});

/** Random conversions break it. */
export const deterministic = batchProperty({
  id: 'convert/deterministic',
  title: 'the same batch gives the same training data twice',
  why: 'Data that depends on chance or on earlier batches makes a run that cannot be repeated.',
  fix: 'Compute from the samples alone; draw from a seed, such as the index, where chance is meant.',
  source: SOURCE,
  faults: [],
  requires: ['convert/result'],
  batch: {},
  async holds(target, make, trial) {
    const first = await convert(target, make(), trial);
    const second = await convert(target, make(), trial);
    trial.equal(second.columns, first.columns, 'the columns of the second call');
  },
});
