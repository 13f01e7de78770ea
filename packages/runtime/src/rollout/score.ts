import {
  ConfigError,
  type EnvDeclaration,
  type Encoder,
  GraderError,
  type Outcome,
  type Reward,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import type { HostedReward } from '../plugins/plugin-host.ts';
import { causeOf, reportFailure } from './failure.ts';
import { OVER_BOUND } from './over-bound.ts';
import { rewardShapeFault } from './reward-shape.ts';
import { buildRewardView } from './reward-view.ts';
import { rewardSeed } from './seeds.ts';

/** An episode's sample beside its outcome, before and after scoring. */
export interface Scored {
  sample: Sample;
  outcome: Outcome;
  /** Segments of the episode before this one, which have its outcome and reward. */
  earlier?: readonly Sample[];
}

/** What scores a run: a reward function, the environment, or both as it declares. */
export interface Scoring {
  args: RolloutArgs;
  encoder: Encoder;
  reward: HostedReward | null;
  env: EnvDeclaration['reward'] | null;
  /** Loads what a sample names by its `custom_rm_path`; without it such a sample is refused. */
  rewardAt?: (path: string) => Promise<HostedReward>;
}

/**
 * Refuses a run that could not be scored, or scored in two ways.
 *
 * @throws ConfigError
 */
export function assertScoring({ args, reward, env }: Scoring, hasGenerate: boolean): void {
  if (reward === null && env === null && !hasGenerate) {
    throw new ConfigError(
      'nothing gives a reward: name a reward function with --custom-rm-path or --rm-type, ' +
        'or with --rollout-interaction-env-path an environment that declares `reward` and returns it ' +
        'from step',
    );
  }
  if (reward !== null && env !== null && env?.combine === undefined) {
    throw new ConfigError(
      'both the environment and a reward function give a reward: declare `reward.combine` (sum, env or ' +
        'reward) in defineEnv, or leave out --custom-rm-path / --rm-type',
    );
  }
  if (args.reward_key !== null && env !== null && (reward === null || env?.combine === 'env')) {
    throw new ConfigError(
      `--reward-key ${args.reward_key}: the environment gives the reward, which is a number; leave the key out`,
    );
  }
  if (reward !== null && (reward.mode === 'group') !== args.group_rm) {
    throw new ConfigError(
      reward.mode === 'group'
        ? 'the reward function takes a whole group: add --group-rm'
        : '--group-rm needs a reward function of mode "group"; this one takes a single sample',
    );
  }
}

/** Scores one finished episode; a grader's failure becomes the outcome `grader_failed`. */
export async function scoreSingle(
  scoring: Scoring,
  item: Scored,
  signal: AbortSignal,
): Promise<Scored> {
  if (item.outcome.kind !== 'scored' || item.sample.reward !== null) return item;
  try {
    const reward = await rewardOf(scoring, item.sample);
    if (reward === null) return settle(scoring, item, undefined);
    const { values, overBound } = await runReward(scoring, reward, [item.sample], signal);
    return settle(scoring, overBound.has(0) ? markOverBound(item) : item, values[0]);
  } catch (error) {
    return graderFailed(item, error);
  }
}

/** The sample's own reward function goes before the run's (slime/rollout/rm_hub). */
async function rewardOf(scoring: Scoring, sample: Sample): Promise<HostedReward | null> {
  const path = ownReward(scoring, sample);
  if (path === null) return scoring.reward;
  if (scoring.rewardAt !== undefined) return await scoring.rewardAt(path);
  throw new GraderError(`custom_rm_path "${path}" of the sample: nothing loads it here`);
}

/** Null where it names none, or the run's. */
function ownReward({ args }: Scoring, { custom_rm_path: path }: Sample): string | null {
  return path === null || path === '' || path === args.custom_rm_path ? null : path;
}

/**
 * Scores a group at once. The function is given every sibling; those that failed have status
 * `failed` and the cause in `metadata.failure`, and what it returns for them is not used.
 */
export async function scoreGroup(
  scoring: Scoring,
  items: readonly Scored[],
  signal: AbortSignal,
): Promise<Scored[]> {
  const { reward } = scoring;
  if (!items.some((item) => item.outcome.kind === 'scored')) return [...items];
  try {
    assertNoOwnRewards(scoring, items);
    if (reward === null) return [...items];
    const { values, overBound } = await runReward(
      scoring,
      reward,
      items.map((item) => item.sample),
      signal,
    );
    return items.map((item, at) =>
      item.outcome.kind === 'scored'
        ? settle(scoring, overBound.has(at) ? markOverBound(item) : item, values[at])
        : item,
    );
  } catch (error) {
    return items.map((item) => (item.outcome.kind === 'scored' ? graderFailed(item, error) : item));
  }
}

/** Says in the sample why its reward is the floor. */
function markOverBound(item: Scored): Scored {
  const metadata = { ...item.sample.metadata, reward_reason: OVER_BOUND };
  return { ...item, sample: { ...item.sample, metadata } };
}

/** @throws GraderError: one function scores the group, and the sample's would go unheard. */
function assertNoOwnRewards(scoring: Scoring, items: readonly Scored[]): void {
  const own = items.map(({ sample }) => ownReward(scoring, sample)).find((path) => path !== null);
  if (own === undefined) return;
  throw new GraderError(
    `custom_rm_path "${own}" of a sample: under --group-rm the run's reward scores the whole group; ` +
      'leave out one of them',
  );
}

async function runReward(
  { args, encoder }: Scoring,
  reward: HostedReward,
  samples: Sample[],
  signal: AbortSignal,
): Promise<{ values: Reward[]; overBound: ReadonlySet<number> }> {
  const views = await Promise.all(
    samples.map((sample) =>
      buildRewardView(sample, encoder, args, rewardSeed(args.rollout_seed, sample.index ?? 0)),
    ),
  );
  const overBound = new Set<number>();
  const onOverBound = (at: number): void => void overBound.add(at);
  const values = await reward.score({ args, samples, views, signal, onOverBound });
  if (values.length !== samples.length) {
    throw new GraderError(
      `the reward function returned ${values.length} rewards for ${samples.length} samples`,
    );
  }
  return { values, overBound };
}

function settle({ args, env }: Scoring, item: Scored, value: Reward | undefined): Scored {
  const fromEnv = item.outcome.kind === 'scored' ? item.outcome.reward : null;
  const key = args.reward_key;
  const fault = value === undefined ? null : rewardShapeFault(value, key);
  if (fault !== null) return graderFailed(item, new GraderError(fault));
  const combine = env?.combine;
  if (value === undefined || combine === 'env') {
    if (fromEnv === null) {
      return graderFailed(
        item,
        new GraderError(
          'the environment gave no reward in any step: declare no `reward` in defineEnv, or return ' +
            'one from the step that ends the episode, 0 where nothing was reached',
        ),
      );
    }
    return { ...item, sample: { ...item.sample, reward: fromEnv } };
  }
  const reward = combine === 'sum' ? addReward(value, fromEnv ?? 0, key) : value;
  return { ...item, sample: { ...item.sample, reward } };
}

/** Adds to the reward, or to the value of it that is trained on. */
function addReward(reward: Reward, more: number, key: string | null): Reward {
  if (typeof reward === 'number') return reward + more;
  const value = key === null ? undefined : reward[key];
  return key === null || typeof value !== 'number' ? reward : { ...reward, [key]: value + more };
}

function graderFailed(item: Scored, error: unknown): Scored {
  const failure = reportFailure(error, 'reward', null);
  const isData = causeOf(error, 'grader_failed') === 'data_failed';
  return {
    ...item,
    outcome: { kind: 'failed', ending: isData ? 'data_failed' : 'grader_failed', error: failure },
  };
}
