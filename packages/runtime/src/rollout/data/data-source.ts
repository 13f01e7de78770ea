import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataError, type DataSource, formatPath, type RolloutArgs, type Sample } from 'slime-sdk';
import { z } from 'zod';
import { makeFolder } from '../../observe/make-folder.ts';
import type { Dataset } from './dataset.ts';
import { pythonShuffledRange } from './python-random.ts';
import { createRowSample } from './read-row.ts';

const stateSchema = z.object({
  sample_offset: z.int().nonnegative(),
  epoch_id: z.int().nonnegative(),
  sample_group_index: z.int().nonnegative(),
  sample_index: z.int().nonnegative(),
});

/** Where a data source stands; the keys of slime's `global_dataset_state_dict`. */
type DataSourceState = z.output<typeof stateSchema>;

/** The data source of a run. What a group is depends on its `group_index` alone. */
export interface RolloutDataSource extends DataSource {
  getSamples(count: number): Sample[][];
  addSamples(groups: Sample[][]): void;
  save(rolloutId: number): Promise<void>;
  load(rolloutId: number): Promise<void>;
  /** Groups that can still be given; infinite where the data set is gone over again. */
  readonly remaining: number;
  /** Epoch of a group, from 0, and its row: an index into the data set's rows. */
  rowOf(groupIndex: number): { epoch: number; row: number };
  /** A group from its row, clean, as it was given first. */
  groupOf(groupIndex: number): Sample[];
  state(): DataSourceState;
  /** @throws DataError when the state does not fit the data set and `n_samples_per_prompt`. */
  restore(state: unknown): void;
}

/** Arguments that a data source reads. */
export type DataSourceArgs = Pick<
  RolloutArgs,
  'n_samples_per_prompt' | 'rollout_shuffle' | 'rollout_seed' | 'num_rollout' | 'rollout_batch_size'
>;

/**
 * Gives a data set group by group, as slime's `RolloutDataSourceWithBuffer`
 * (slime/rollout/data_source.py): in file order, or in a permutation of each epoch that is Python's
 * for the seed `rollout_seed + epoch`. Groups that were added come first.
 *
 * slime changes epoch once a call, so that a call for more rows than the data set has returns
 * fewer; here it returns exactly what was asked for. Without `num_rollout` and
 * `rollout_batch_size` the data set is gone over once, and then fewer or no groups come.
 *
 * State is saved under `stateDir`; null keeps none. Added groups are not part of it.
 */
export function createDataSource(
  args: DataSourceArgs,
  dataset: Dataset,
  stateDir: string | null = null,
): RolloutDataSource {
  const size = args.n_samples_per_prompt;
  const length = dataset.rows.length;
  const once = args.num_rollout === null && args.rollout_batch_size === null;
  const permutation = createPermutations(args, length);
  const buffer: Sample[][] = [];
  let next = 0;

  const rowOf = (groupIndex: number): { epoch: number; row: number } => {
    const epoch = Math.floor(groupIndex / length);
    const position = groupIndex % length;
    return { epoch, row: permutation(epoch)?.[position] ?? position };
  };
  const groupOf = (groupIndex: number): Sample[] => {
    const row = dataset.rows[rowOf(groupIndex).row];
    if (row === undefined) throw new TypeError(`groupOf(${groupIndex}): no such group`);
    return Array.from({ length: size }, (_, at) => ({
      ...createRowSample(row),
      group_index: groupIndex,
      index: groupIndex * size + at,
    }));
  };
  const fresh = (): number => (once ? Math.max(0, length - next) : Number.POSITIVE_INFINITY);

  const source: RolloutDataSource = {
    length,
    rowOf,
    groupOf,
    get remaining() {
      return buffer.length + fresh();
    },
    getSamples(count) {
      if (!Number.isSafeInteger(count) || count < 0) {
        throw new TypeError(`getSamples(${count}): a number of groups is needed`);
      }
      const groups = buffer.splice(0, count);
      const wanted = Math.min(count - groups.length, fresh());
      for (let at = 0; at < wanted; at += 1) groups.push(groupOf(next + at));
      next += wanted;
      return groups;
    },
    addSamples(groups) {
      const bad = groups.findIndex((group) => group.length !== size);
      if (bad >= 0) {
        throw new TypeError(
          `addSamples: group ${bad} has ${groups[bad]?.length} samples, n_samples_per_prompt is ${size}`,
        );
      }
      buffer.push(...groups);
    },
    state() {
      // slime changes epoch when it takes the first row of the next one, not with the last.
      const epoch = Math.max(0, Math.ceil(next / length) - 1);
      return {
        sample_offset: next - epoch * length,
        epoch_id: epoch,
        sample_group_index: next,
        sample_index: next * size,
      };
    },
    restore(value) {
      const state = readState(value);
      const rows = state.epoch_id * length + state.sample_offset;
      if (rows !== state.sample_group_index || state.sample_offset > length) {
        throw new DataError(
          `the saved state (epoch ${state.epoch_id}, offset ${state.sample_offset}, ` +
            `group ${state.sample_group_index}) does not fit ${dataset.file} with its ` +
            `${length} rows; resume with the data set and slice that the run began with`,
        );
      }
      if (state.sample_index !== state.sample_group_index * size) {
        throw new DataError(
          `the saved state (group ${state.sample_group_index}, sample ${state.sample_index}) does ` +
            `not fit --n-samples-per-prompt ${size}; resume with the value that the run began with`,
        );
      }
      next = state.sample_group_index;
    },
    async save(rolloutId) {
      if (stateDir === null) return;
      await writeWhole(stateFile(stateDir, rolloutId), `${JSON.stringify(source.state())}\n`);
    },
    async load(rolloutId) {
      if (stateDir === null || rolloutId < 0) return;
      source.restore(await readJsonFile(stateFile(stateDir, rolloutId)));
    },
  };
  return source;
}

/** The order of an epoch, null in file order. The last two epochs are kept: groups overlap. */
function createPermutations(
  args: DataSourceArgs,
  length: number,
): (epoch: number) => Uint32Array | null {
  const kept = new Map<number, Uint32Array>();
  return (epoch) => {
    if (!args.rollout_shuffle) return null;
    const known = kept.get(epoch);
    if (known !== undefined) return known;
    const order = pythonShuffledRange(args.rollout_seed + epoch, length);
    kept.set(epoch, order);
    const [oldest] = kept.keys();
    if (kept.size > 2 && oldest !== undefined) kept.delete(oldest);
    return order;
  };
}

function readState(value: unknown): DataSourceState {
  const parsed = stateSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${formatPath(issue.path)}: ${issue.message}`);
  throw new DataError(`not the state of a data source: ${lines.join('; ')}`);
}

function stateFile(dir: string, rolloutId: number): string {
  return join(dir, `global_dataset_state_dict_${rolloutId}.json`);
}

/** Written beside and moved, so that a run that dies leaves the old state or the new one. */
async function writeWhole(file: string, text: string): Promise<void> {
  makeFolder(dirname(file));
  await writeFile(`${file}.tmp`, text);
  await rename(`${file}.tmp`, file);
}

async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new DataError(
      `${file}: the saved state cannot be read; name the folder of a run that was saved there`,
      { cause: error, data: { file } },
    );
  }
}
