import { beyond, type FaultRow, within } from '../fault-row.ts';

/** slime's normalisation, conversion and batching, B073 to B084. */
export const batchFaults: readonly FaultRow[] = [
  within('B073', 'Fanned-out rows are cut into groups across prompts'),
  within('B074', 'The whole batch is normalised as one group'),
  within('B075', 'One sample a prompt with division by the deviation gives NaN'),
  within('B076', 'A reward of another type than a number poisons its group or crashes'),
  within('B077', 'Nested samples are flattened by a look at the first one'),
  within('B078', 'Two rollouts share a rollout id and are merged in the loss'),
  within('B079', 'Siblings without a rollout id count as separate rollouts'),
  within('B080', 'Optional fields are taken from all samples when the first one has them'),
  within('B081', 'The raw reward is a record where a number is meant'),
  within('B082', 'Removed samples still count in mean and deviation'),
  within('B083', 'Top-p below 1 asks every sample for arrays that hand-made ones lack'),
  beyond(
    'B084',
    'Rollouts beyond a multiple of the batch size are dropped',
    'in the trainer’s schedule: after the last plugin',
  ),
];
