import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyPlain, deepFreeze, describeValue, type LoadedModule } from 'slime-runtime/hosting';
import type { CreateDataSource, DataSource, RolloutArgs } from 'slime-sdk';
import type { Trial } from '../../trial.ts';
import type { World } from '../../world/world.ts';
import { hookLoader, type HookTarget } from '../hooks/target.ts';

/** How a data source is made for a case. */
export interface SourceSetup {
  /** `n_samples_per_prompt`. */
  n: number;
  shuffle: boolean;
  seed: number;
}

/** A function that makes data sources. */
export interface DataSourceTarget extends HookTarget<CreateDataSource> {
  /** A folder of its own for `args.save` and `args.load`. */
  folder(): Promise<string>;
  /** Removes the folders. */
  close(): Promise<void>;
}

/** Reads the data source of a module. @throws PluginError */
export function loadDataSource(module: LoadedModule, world: World): DataSourceTarget {
  let root: Promise<string> | null = null;
  let count = 0;
  return {
    ...hookLoader<CreateDataSource>('dataSource')(module, world),
    async folder() {
      root ??= mkdtemp(join(tmpdir(), 'slime-contracts-'));
      count += 1;
      const folder = join(await root, String(count));
      await mkdir(folder);
      return folder;
    },
    async close() {
      if (root !== null) await rm(await root, { recursive: true, force: true });
    },
  };
}

/** The arguments of a case, frozen, as plugins get them. */
export function sourceArgs(
  { world }: DataSourceTarget,
  { n, shuffle, seed }: SourceSetup,
  folder: string | null,
): RolloutArgs {
  const { args, cwd } = world;
  return deepFreeze({
    ...copyPlain(args),
    prompt_data: args.prompt_data === null ? null : resolve(cwd, args.prompt_data),
    n_samples_per_prompt: n,
    rollout_shuffle: shuffle,
    rollout_seed: seed,
    // So many that the data is gone over again and again.
    num_rollout: args.num_rollout ?? 1_000_000,
    rollout_batch_size: args.rollout_batch_size ?? 4,
    // slime's folders of checkpoints, where it keeps the state of its data source.
    ...(folder === null ? {} : { save: folder, load: folder }),
  });
}

const MEMBERS = ['getSamples', 'addSamples', 'save', 'load'] as const;

/** Makes a data source. One that lacks a member breaks the law. */
export async function openSource(
  target: DataSourceTarget,
  setup: SourceSetup,
  trial: Trial,
  folder: string | null = null,
): Promise<DataSource> {
  const args = sourceArgs(target, setup, folder);
  const source: unknown = await trial.call('createDataSource', () => target.fn(args));
  if (typeof source !== 'object' || source === null) {
    return trial.fail({
      expected: `an object with ${MEMBERS.join(', ')} and length`,
      got: describeValue(source),
    });
  }
  for (const name of MEMBERS) {
    const member: unknown = Reflect.get(source, name);
    if (typeof member === 'function') continue;
    trial.fail({ expected: `${name} is a function`, got: describeValue(member) });
  }
  const length: unknown = Reflect.get(source, 'length');
  if (!Number.isSafeInteger(length) || Number(length) < 0) {
    trial.fail({ expected: 'length is a number of rows', got: describeValue(length) });
  }
  // Its members were looked at; what they give is read by each law.
  return source as DataSource;
}
