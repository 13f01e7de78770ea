import {
  GraderError,
  isSlimeError,
  type RewardValue,
  type RewardView,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { graders } from 'slime-sdk/rewards';
import type { HostedReward } from '../plugins/plugin-host.ts';
import { OVER_BOUND } from './over-bound.ts';
import { RemoteReward } from './remote-reward.ts';
import {
  isLocal,
  type LocalType,
  readType,
  type RewardType,
  ROW_TYPE,
  rowType,
} from './reward-type.ts';

/** A reward with what the grader says about it. */
export interface Graded {
  reward: RewardValue;
  /** `equal`, `no_answer`, …; null where the grader gives no reason. */
  reason: string | null;
}

/** What one sample is graded by. */
export interface GradeContext {
  sample: Sample;
  view: Omit<RewardView, 'signal'>;
  signal: AbortSignal;
}

/** A built-in reward, hosted as a plugin's is. */
export interface BuiltinReward extends HostedReward {
  /** @throws GraderError */
  grade(context: GradeContext): Promise<Graded>;
  /** Closes its connections. */
  close(): Promise<void>;
}

/**
 * Opens slime's built-in reward of `--rm-type`. A row's own `metadata.rm_type` wins over it, so
 * that it may be null where every row has one.
 *
 * All read the policy's own words, but `remote_rm` sends `sample.response` as slime does, whether
 * `boxed_` or not. Under `--group-rm` each sample of the group is graded by itself; under
 * `--reward-key` each reward is an object: `{ score }`, of dapo with `acc`, 1 for a right answer.
 *
 * @throws ConfigError for a type that is unknown or not supported yet, and without `--rm-url`.
 */
export function builtinReward(
  rmType: string | null,
  args: Pick<RolloutArgs, 'rm_url' | 'group_rm' | 'reward_key' | 'reward_timeout'>,
): BuiltinReward {
  const fallback = rmType === null ? null : readType(rmType, '--rm-type');
  const isRemote = fallback !== null && !isLocal(fallback);
  const openRemote = (): RemoteReward =>
    new RemoteReward(args.rm_url, { seconds: args.reward_timeout });
  let remote = isRemote ? openRemote() : null;
  const gradeBy = async (type: RewardType, context: GradeContext): Promise<Graded> => {
    const { sample, view, signal } = context;
    if (isLocal(type)) {
      const { reward, reason } = await graders[type].grade(view, sample);
      return { reward: args.reward_key === null ? reward : asObject(type, reward), reason };
    }
    remote ??= openRemote();
    return { reward: await remote.grade(sample, signal), reason: null };
  };
  const grade = async (context: GradeContext): Promise<Graded> => {
    try {
      const own = rowType(context.sample.metadata);
      const type = own === null ? fallback : readType(own, ROW_TYPE);
      if (type === null) {
        throw new GraderError('the row has no metadata.rm_type and --rm-type is not given');
      }
      return await gradeBy(type, context);
    } catch (error) {
      if (!isSlimeError(error) || error.code === 'SLIME_GRADER') throw error;
      throw new GraderError(error.message, { cause: error, data: error.data });
    }
  };
  return {
    mode: args.group_rm ? 'group' : 'single',
    declaration: declarationOf(fallback),
    grade,
    async score({ samples, views, signal, onOverBound }) {
      const graded = samples.map(async (sample, at) => {
        const view = views[at];
        if (view === undefined) throw new TypeError('score: one view a sample is needed');
        const { reward, reason } = await grade({ sample, view, signal });
        if (reason === OVER_BOUND) onOverBound?.(at);
        return reward;
      });
      return Promise.all(graded);
    },
    async close() {
      await remote?.close();
    },
  };
}

/** slime's form where a key names the reward; of all graders only dapo's says more than the score. */
function asObject(type: LocalType, reward: number): Record<string, number> {
  const isDapo = type === 'dapo' || type === 'boxed_dapo';
  return isDapo ? { score: reward, acc: reward === 1 ? 1 : 0 } : { score: reward };
}

/** Of rows that name their own grader nothing is known beforehand. */
function declarationOf(type: RewardType | null): HostedReward['declaration'] {
  const reads: HostedReward['declaration']['reads'] = ['policy', 'label', 'metadata'];
  if (type === null || !isLocal(type)) return { deterministic: false, reads };
  const { deterministic, range } = graders[type];
  return { deterministic, range, reads };
}
