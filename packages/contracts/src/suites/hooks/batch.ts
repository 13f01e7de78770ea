import { copyPlain, deepFreeze } from 'slime-runtime/hosting';
import { createSample, type Group, type Reward, type RolloutArgs, type Sample } from 'slime-sdk';
import { Picker } from '../../arbitraries/index.ts';
import type { World } from '../../world/world.ts';
import { buildSegments, type SampleTraits } from './batch-sample.ts';

/** What a rollout may hold. */
export interface BatchOptions {
  /** Groups. Default 1 to 3. */
  groups?: { min: number; max: number };
  /** Rollouts of a group. Default `n_samples_per_prompt` where that is above 1, else 1 to 4. */
  size?: { min: number; max: number };
  /** Groups of different sizes, as filters leave them. Default false. */
  ragged?: boolean;
  /** Aborted and failed members, without a reward. Default false. */
  failed?: boolean;
  /** Members with `remove_sample`. Default false. */
  removed?: boolean;
  /** Rollouts of several segments: groups are lists of lists. Default false. */
  fanOut?: boolean;
  /**
   * The rewards of a group are equal; with `sample` its members are the same in all but their index.
   * Default: so are the rewards of some groups.
   */
  constant?: 'reward' | 'sample';
  /** Null masks, and log-probabilities that all samples lack. Default false. */
  bare?: boolean;
}

/** A rollout's groups, built anew for each call of a plugin. */
export interface Batch {
  /** Of the run, with the sizes of this batch; frozen. */
  args: RolloutArgs;
  groups: Group[];
  /** Decides what else a law draws. */
  picker: Picker;
}

/** Numbers that the largest batch takes. */
export const BATCH_PICKS = 110;

/**
 * Builds a batch from numbers: the same numbers, the same batch. Indices rise through it, siblings
 * share prompt, label, metadata and `group_index`; few tokens, since hooks do not read many.
 */
export function buildBatch(
  world: Pick<World, 'args' | 'rows'>,
  options: BatchOptions,
  numbers: readonly number[],
): Batch {
  const picker = new Picker(numbers);
  const { groups: most = { min: 1, max: 3 }, size = defaultSize(world.args) } = options;
  const n = size.min + picker.below(size.max - size.min + 1);
  const sizes = groupSizes(picker, most.min + picker.below(most.max - most.min + 1), n, options);
  const traits: SampleTraits = {
    failed: options.failed === true,
    removed: options.removed === true,
    fanOut: options.fanOut === true,
    masks: options.bare === true && picker.chance(40) ? 'null' : 'all',
    logProbs: !(options.bare === true && picker.chance(30)),
    named: picker.chance(50),
  };
  const base = picker.chance(30) ? 40 : 0;
  let index = base;
  const groups = sizes.map((count, at): Group => {
    const shared = sharedFields(world, picker, base + at);
    const rewardOf = groupReward(picker, options.constant !== undefined, world.args.reward_key);
    const alike = options.constant === 'sample' ? picker.next() : null;
    const rollouts = Array.from({ length: count }, () => {
      const own = alike === null ? picker : new Picker([alike]);
      const segments = buildSegments(own, { ...shared(), index, reward: rewardOf() }, traits);
      index += 1;
      return segments;
    });
    return traits.fanOut ? rollouts : rollouts.flat();
  });
  return { args: argsOf(world.args, n, groups.length), groups, picker };
}

function defaultSize({ n_samples_per_prompt: n }: RolloutArgs): { min: number; max: number } {
  return n > 1 ? { min: Math.min(n, 8), max: Math.min(n, 8) } : { min: 1, max: 4 };
}

/** Ragged groups hold as many as even ones, or fewer. */
function groupSizes(picker: Picker, count: number, n: number, options: BatchOptions): number[] {
  const sizes = Array.from({ length: count }, () => n);
  if (options.ragged !== true) return sizes;
  for (let moves = picker.below(4); moves > 0; moves -= 1) {
    const from = picker.below(count);
    const to = picker.below(count + 1);
    if ((sizes[from] ?? 0) <= 1) continue;
    sizes[from] = (sizes[from] ?? 0) - 1;
    if (to < count) sizes[to] = (sizes[to] ?? 0) + 1;
  }
  return sizes;
}

/** What siblings share, copied for each. */
function sharedFields(
  world: Pick<World, 'rows'>,
  picker: Picker,
  groupIndex: number,
): () => Sample {
  const row = picker.from(world.rows);
  const {
    prompt = `Question ${groupIndex}`,
    label = String(groupIndex % 7),
    metadata = {},
  } = row ?? {};
  return () =>
    createSample({
      prompt: copyPlain(prompt),
      label: copyPlain(label),
      metadata: copyPlain(metadata),
      group_index: groupIndex,
    });
}

/** No differences so small that a sum in another order could change a verdict. */
const REWARDS: readonly number[] = [0, 1, 0.5, -1, 0.25, 2, 0.75, 3];
/** 0.1 and 0.7 have no exact mean: the sum of three, divided by three, is another number. */
const CONSTANTS: readonly number[] = [0, 1, 0.5, 5, -1, 0.1, 0.7];

/** Rewards of one group: the same for all in one group of four. */
function groupReward(picker: Picker, constant: boolean, key: string | null): () => Reward {
  const fixed = constant || picker.chance(25) ? (picker.from(CONSTANTS) ?? 0) : null;
  return () => {
    const value = fixed ?? picker.from(REWARDS) ?? 0;
    return key === null ? value : { [key]: value, acc: value > 0 };
  };
}

const known = new WeakMap<RolloutArgs, Map<string, RolloutArgs>>();

/** Frozen, as plugins get them; kept, since freezing costs more than a batch. */
function argsOf(args: RolloutArgs, n: number, groups: number): RolloutArgs {
  const kept = known.get(args) ?? new Map<string, RolloutArgs>();
  known.set(args, kept);
  const name = `${n} ${groups}`;
  const there = kept.get(name);
  if (there !== undefined) return there;
  const made = deepFreeze({
    ...copyPlain(args),
    n_samples_per_prompt: n,
    rollout_batch_size: groups,
  });
  kept.set(name, made);
  return made;
}
