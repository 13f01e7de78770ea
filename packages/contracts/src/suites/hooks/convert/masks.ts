import type { Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { batchProperty } from '../batch-property.ts';
import { convert } from './convert.ts';

const SOURCE = 'slime/ray/rollout.py: _convert_samples_to_train_data';

/** Never more is trained than the samples say. */
export const lossMasks = batchProperty({
  id: 'convert/loss-masks',
  title: 'loss_masks hold what the samples say: nothing of removed samples, all of a null mask',
  why:
    'The mask is the last thing between a removed sample or an observation and the gradient: slime itself ' +
    'zeroes removed samples here, and takes a null mask for ones.',
  fix: 'Give response_length zeros where remove_sample is set, ones where loss_mask is null, else loss_mask; more zeros are yours to choose.',
  source: SOURCE,
  faults: ['A052', 'A054', 'B068'],
  requires: ['convert/survives'],
  batch: { failed: true, removed: true, bare: true },
  async holds(target, make, trial) {
    const { columns, rows } = await convert(target, make(), trial);
    for (const [at, sample] of rows.entries()) {
      assertMask(columns.loss_masks[at], sample, `loss_masks[${at}]`, trial);
    }
  },
});

function assertMask(mask: unknown, sample: Sample, what: string, trial: Trial): void {
  const { response_length: length, loss_mask: own, remove_sample: removed, status } = sample;
  const most = own ?? Array.from({ length }, () => 1);
  const allowed = removed ? most.map(() => 0) : most;
  const bits: readonly unknown[] = Array.isArray(mask) ? mask : [];
  const isShort = bits.length !== length || !Array.isArray(mask);
  const isWrong = bits.some((bit, at) => bit !== 0 && !(bit === 1 && allowed[at] === 1));
  // What a conversion masks besides it may choose, but not by taking null for zeros.
  const isLost = own === null && !removed && status === 'completed' && bits.includes(0);
  if (!isShort && !isWrong && !isLost) return;
  trial.fail({
    expected: allowed,
    got: mask,
    note: `${what}, of a sample with remove_sample ${removed} and loss_mask ${own === null ? 'null' : JSON.stringify(own)}`,
  });
}

/** The loss divides by it. */
export const maskSums = batchProperty({
  id: 'convert/rollout-mask-sums',
  title: 'rollout_mask_sums is the number of trained tokens of the whole rollout, in every segment',
  why: 'The loss of a rollout is the sum over its segments divided by this number: a sum for each segment alone counts a rollout as often as it has segments.',
  fix: 'Add the bits of loss_masks up by rollout_ids, and give each sample the sum of its rollout.',
  source: SOURCE,
  faults: ['A027', 'B089'],
  requires: ['convert/survives'],
  batch: { failed: true, removed: true, fanOut: true, bare: true },
  async holds(target, make, trial) {
    const { columns } = await convert(target, make(), trial);
    const sums = new Map<unknown, number>();
    for (const [at, id] of columns.rollout_ids.entries()) {
      const mask = columns.loss_masks[at];
      const bits = Array.isArray(mask) ? mask.filter((bit) => bit === 1).length : 0;
      sums.set(id, (sums.get(id) ?? 0) + bits);
    }
    const expected = columns.rollout_ids.map((id) => sums.get(id));
    trial.equal(columns.rollout_mask_sums, expected, 'rollout_mask_sums');
  },
});

/** One id a rollout, one rollout an id. */
export const rolloutIds = batchProperty({
  id: 'convert/rollout-ids',
  title: 'segments of a rollout share their id, and no two rollouts do',
  why:
    'Steps and losses are counted by rollout id. Samples whose id is null are rollouts of their own: the same ' +
    'id for all of them makes one rollout of the batch.',
  fix: 'Keep rollout_id where it is set, and give each null an integer that nobody else has.',
  source: SOURCE,
  faults: ['B078', 'B079'],
  requires: ['convert/survives'],
  batch: { fanOut: true },
  async holds(target, make, trial) {
    const { columns, rows } = await convert(target, make(), trial);
    const bad = columns.rollout_ids.findIndex((id) => !Number.isInteger(id));
    if (bad >= 0) {
      trial.fail({
        expected: `rollout_ids[${bad}] is an integer`,
        got: columns.rollout_ids[bad] ?? null,
      });
    }
    const rolloutOf = rows.map((sample, at) => sample.rollout_id ?? `null of row ${at}`);
    const same = (values: readonly unknown[]) => values.map((value) => values.indexOf(value));
    trial.equal(
      same(columns.rollout_ids),
      same(rolloutOf),
      `the first row of the rollout of each row; rollout_ids is ${columns.rollout_ids.join(', ')}`,
    );
  },
});
