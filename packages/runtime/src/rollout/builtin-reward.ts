import {
  ConfigError,
  GraderError,
  isSlimeError,
  type JsonValue,
  type RewardValue,
  type RewardView,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { math } from 'slime-sdk/rewards';
import type { DatasetRow } from './data/index.ts';
import { rowError } from './data/row-error.ts';
import type { HostedReward } from '../plugins/plugin-host.ts';
import { RemoteReward } from './remote-reward.ts';

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

const KNOWN = ['math', 'remote_rm'] as const;

/** slime's other types (slime/rollout/rm_hub), named so that a message can tell them from typos. */
const NOT_YET: readonly string[] = ['deepscaler', 'dapo', 'f1', 'gpqa', 'ifbench', 'random'];

type RewardType = (typeof KNOWN)[number];

/**
 * Opens slime's built-in reward of `--rm-type`. A row's own `metadata.rm_type` wins over it, so
 * that it may be null where every row has one.
 *
 * `math` reads the policy's own words, `remote_rm` sends `sample.response` as slime does. Under
 * `--group-rm` each sample of the group is graded by itself.
 *
 * @throws ConfigError for a type that is unknown or not supported yet, and without `--rm-url`.
 */
export function builtinReward(
  rmType: string | null,
  args: Pick<RolloutArgs, 'rm_url' | 'group_rm'>,
): BuiltinReward {
  const fallback = rmType === null ? null : readType(rmType);
  let remote = fallback === 'remote_rm' ? new RemoteReward(args.rm_url) : null;
  const graders: Record<RewardType, (context: GradeContext) => Promise<Graded>> = {
    math: ({ sample, view }) => math(view.policyText, sample.label),
    remote_rm: async ({ sample, signal }) => {
      remote ??= new RemoteReward(args.rm_url);
      return { reward: await remote.grade(sample, signal), reason: null };
    },
  };
  const grade = async (context: GradeContext): Promise<Graded> => {
    try {
      const own = context.sample.metadata['rm_type'];
      const type = own === undefined || own === null || own === '' ? fallback : readType(own);
      if (type === null) {
        throw new GraderError('the row has no metadata.rm_type and --rm-type is not given');
      }
      return await graders[type](context);
    } catch (error) {
      if (!isSlimeError(error) || error.code === 'SLIME_GRADER') throw error;
      throw new GraderError(error.message, { cause: error, data: error.data });
    }
  };
  return {
    mode: args.group_rm ? 'group' : 'single',
    declaration: { deterministic: fallback === 'math', reads: ['policy', 'label', 'metadata'] },
    grade,
    async score({ samples, views, signal }) {
      const graded = samples.map((sample, at) => {
        const view = views[at];
        if (view === undefined) throw new TypeError('score: one view a sample is needed');
        return grade({ sample, view, signal });
      });
      return (await Promise.all(graded)).map(({ reward }) => reward);
    },
    async close() {
      await remote?.close();
    },
  };
}

/**
 * Refuses rows that the built-in reward could not grade.
 *
 * @throws DataError that names the first one, and ConfigError for an unknown type.
 */
export function assertRewardTypes(rmType: string | null, rows: readonly DatasetRow[]): void {
  const known = new Set<JsonValue>();
  for (const { metadata, place } of rows) {
    const own = metadata['rm_type'] ?? '';
    if (known.has(own)) continue;
    if (own !== '') readType(own);
    else if (rmType === null) {
      throw rowError(
        place,
        'no metadata.rm_type, which other rows have: add it, or give --rm-type',
      );
    }
    known.add(own);
  }
}

function readType(value: unknown): RewardType {
  const name = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  const known = KNOWN.find((type) => type === name);
  if (known !== undefined) return known;
  const later = NOT_YET.includes(name.replace(/^boxed_/, '')) || name.startsWith('boxed_');
  throw new ConfigError(
    `--rm-type ${name}: ${later ? 'not supported yet' : 'unknown'}; supported are ` +
      `${KNOWN.join(' and ')}, others by --custom-rm-path`,
  );
}
