import type { z } from 'zod';
import {
  type CustomRM,
  isRewardDefinition,
  type RewardDeclaration,
  type RewardDefinition,
  type RewardInput,
} from '../../reward.ts';
import type { Grader } from '../graders.ts';

/** What can be composed: a declared reward of one sample, a bare function, a grader. */
export type Composable = RewardDefinition<never> | RewardDefinition<unknown> | CustomRM | Grader;

/** A reward that others are made of, with the defaults of what it does not declare. */
export interface Composed {
  reward: CustomRM;
  /** Null where it is unknown. */
  range: readonly [number, number] | null;
  deterministic: boolean;
  reads: readonly RewardInput[];
  growth: NonNullable<RewardDeclaration['growth']>;
  config: z.ZodType | null;
  examples: NonNullable<RewardDeclaration['examples']> | null;
  paysWithoutLabel: boolean;
}

const DEFAULTS = {
  range: null,
  deterministic: true,
  reads: ['policy', 'label', 'metadata'],
  growth: 'linear',
  config: null,
  examples: null,
  paysWithoutLabel: false,
} as const satisfies Omit<Composed, 'reward'>;

/**
 * Reads what is composed.
 *
 * @throws TypeError that begins with `where`, for anything else and for rewards of groups.
 */
export function readComposable(where: string, value: Composable): Composed {
  if (typeof value === 'function') return { ...DEFAULTS, reward: value };
  if (isRewardDefinition(value)) return readDefinition(where, value);
  if (isGrader(value)) return liftGrader(value);
  throw new TypeError(
    `${where}: expected a reward: of defineReward, a function (args, sample, view), or one of graders`,
  );
}

function readDefinition(where: string, value: RewardDefinition<unknown>): Composed {
  if (value.mode === 'group') {
    throw new TypeError(
      `${where}: a reward of whole groups cannot be composed; give one of mode 'single'`,
    );
  }
  const { reward, range, config, examples } = value;
  if (range?.every((bound) => Number.isFinite(bound)) === false) {
    throw new TypeError(`${where}: its range [${range.join(', ')}] is not finite`);
  }
  return {
    reward,
    range: range ?? DEFAULTS.range,
    deterministic: value.deterministic ?? DEFAULTS.deterministic,
    reads: value.reads ?? DEFAULTS.reads,
    growth: value.growth ?? DEFAULTS.growth,
    config: config ?? DEFAULTS.config,
    examples: examples ?? DEFAULTS.examples,
    paysWithoutLabel: value.paysWithoutLabel ?? DEFAULTS.paysWithoutLabel,
  };
}

function isGrader(value: unknown): value is Grader {
  return (
    typeof value === 'object' &&
    value !== null &&
    'grade' in value &&
    typeof value.grade === 'function' &&
    'range' in value &&
    'deterministic' in value
  );
}

function liftGrader(grader: Grader): Composed {
  const { range, deterministic } = grader;
  return {
    ...DEFAULTS,
    range,
    deterministic,
    reward: async (_args, sample, view) => (await grader.grade(view, sample)).reward,
  };
}
