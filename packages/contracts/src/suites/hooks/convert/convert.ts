import { describeValue } from 'slime-runtime/hosting';
import type { ConvertSamplesToTrainData, Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import type { Batch } from '../batch.ts';
import { callAtOnce } from '../call-at-once.ts';
import type { HookTarget } from '../target.ts';

/** A conversion to training data. */
export type ConvertTarget = HookTarget<ConvertSamplesToTrainData>;

/** Columns that slime cannot do without, or whose lack it does not notice. */
export const COLUMNS = [
  'tokens',
  'response_lengths',
  'rewards',
  'raw_reward',
  'truncated',
  'sample_indices',
  'rollout_ids',
  'loss_masks',
  'rollout_mask_sums',
] as const;

/** Name of a column of every batch. */
export type ColumnName = (typeof COLUMNS)[number];

/** Training data whose columns are arrays of one length; their values may be of any kind. */
export interface Converted {
  columns: Readonly<Record<ColumnName, readonly unknown[]>>;
  /** Columns besides. */
  others: ReadonlyMap<string, readonly unknown[]>;
  /** The samples behind the rows: all, or those that were not removed. */
  rows: readonly Sample[];
}

/** Converts the samples of a batch. A result without one of the columns breaks the law. */
export async function convert(
  { fn }: ConvertTarget,
  { args, groups }: Batch,
  trial: Trial,
): Promise<Converted> {
  const samples = groups.flat(2);
  const before = [...samples];
  const data = await callAtOnce(trial, 'the conversion', () => fn(args, samples));
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return trial.fail({ expected: 'an object of columns', got: describeValue(data) });
  }
  const given = new Map<string, unknown>(Object.entries(data));
  const read = (name: string): readonly unknown[] => {
    const column = given.get(name);
    if (Array.isArray(column)) return column;
    return trial.fail({ expected: `a column ${name}, an array`, got: describeValue(column) });
  };
  const columns = {
    tokens: read('tokens'),
    response_lengths: read('response_lengths'),
    rewards: read('rewards'),
    raw_reward: read('raw_reward'),
    truncated: read('truncated'),
    sample_indices: read('sample_indices'),
    rollout_ids: read('rollout_ids'),
    loss_masks: read('loss_masks'),
    rollout_mask_sums: read('rollout_mask_sums'),
  };
  const others = new Map(
    [...given.keys()].filter((name) => !(name in columns)).map((name) => [name, read(name)]),
  );
  const rows = rowsOf(before, columns.tokens.length, trial);
  for (const [name, column] of [...Object.entries(columns), ...others]) {
    if (column.length === rows.length) continue;
    trial.fail({
      expected: `${rows.length} entries in ${name}, as in tokens`,
      got: `${column.length} entries`,
    });
  }
  return { columns, others, rows };
}

/** A conversion may leave out what is not trained anyway. */
function rowsOf(samples: readonly Sample[], count: number, trial: Trial): readonly Sample[] {
  if (count === samples.length) return samples;
  const kept = samples.filter((sample) => !sample.remove_sample);
  if (count === kept.length) return kept;
  return trial.fail({
    expected:
      `${samples.length} rows, one a sample` +
      (kept.length < samples.length ? `, or ${kept.length} without the removed ones` : ''),
    got: `${count} rows`,
  });
}
