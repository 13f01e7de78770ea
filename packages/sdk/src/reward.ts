import type { z } from 'zod';
import type { RolloutArgs } from './args.ts';
import type { JsonObject } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { ParsedCall } from './messages.ts';
import type { Sample } from './sample.ts';

/** One turn of the policy, in its own words. */
export interface PolicyTurn {
  content: string;
  reasoning: string;
  calls: ParsedCall[];
  truncated: boolean;
}

/**
 * The policy's own words, rebuilt from tokens and mask. `sample.response` holds observations too;
 * a grader that reads it can be fed by the environment.
 */
export interface RewardView {
  /** Text of the last turn without reasoning. */
  finalText: string;
  /** Text of all turns, reasoning included, joined by newlines. */
  policyText: string;
  turns: PolicyTurn[];
  signal: AbortSignal;
  seed: number;
}

/** What a reward function gives: a finite number, or named numbers for `--reward-key`. */
export type RewardValue = number | Record<string, number>;

/** slime's `--custom-rm-path`, called with one sample. */
export type CustomRM = (
  args: RolloutArgs,
  sample: Sample,
  view: RewardView,
) => MaybePromise<RewardValue>;

/** slime's `--custom-rm-path` under `--group-rm`: one reward a sample, in order. */
export type BatchedCustomRM = (
  args: RolloutArgs,
  samples: Sample[],
  views: RewardView[],
) => MaybePromise<RewardValue[]>;

/** What a reward function may read. */
export type RewardInput = 'policy' | 'label' | 'metadata' | 'prompt' | 'observation';

/** Rewritings of the policy's words that every reward can claim to look through. */
export type NamedRewardLaw =
  /** White space around and between lines changes nothing. */
  | 'ignores-whitespace'
  /** Letter case changes nothing. */
  | 'ignores-case'
  /** What stands in a reasoning block changes nothing. */
  | 'ignores-reasoning'
  /** With another row's label a right answer earns less. */
  | 'reads-label'
  /** For a group reward: each sample's reward is what a group of that sample alone would get. */
  | 'scores-alone';

/** A law of its own that a reward claims: what a change of the response does to the value. */
export interface RewardLaw {
  name: string;
  /** Rewrites a response; returns it unchanged where the law says nothing. */
  change(response: string, sample: Sample): string;
  /** `same`: equal; `lower` and `higher`: not above, not below. */
  expect: 'same' | 'lower' | 'higher';
}

/** What a reward declares about itself; contracts hold it to this. */
export interface RewardDeclaration<Config = JsonObject> {
  /** Smallest and largest value. Default: unknown. */
  range?: readonly [number, number];
  /** Same sample, same reward. Default true. */
  deterministic?: boolean;
  /** Default policy, label and metadata. */
  reads?: readonly RewardInput[];
  /** How its CPU time grows with the length of the response. Default `linear`. */
  growth?: 'constant' | 'linear' | 'quadratic';
  /** Schema of its own configuration keys. */
  config?: z.ZodType<Config>;
  /** Responses that must be right and wrong, built from a row. */
  examples?: { right(sample: Sample): string; wrong(sample: Sample): string };
  /** Further laws that it claims. */
  laws?: readonly (NamedRewardLaw | RewardLaw)[];
  /**
   * The same response with a label that is not its own may pay: a judge of style, a format, a
   * length. Then no response can pay "without knowing the label". Default false.
   */
  paysWithoutLabel?: boolean;
}

/** The argument of {@link defineReward}. */
export type RewardOptions<Config = JsonObject> = RewardDeclaration<Config> &
  (
    | { mode: 'single'; reward: CustomRM }
    | {
        mode: 'group';
        reward: BatchedCustomRM;
      }
  );

const REWARD = Symbol.for('slime-sdk/reward');

/** A declared reward, as a module exports it. */
export type RewardDefinition<Config = JsonObject> = RewardOptions<Config> & {
  readonly [REWARD]: true;
};

/**
 * Declares a reward function: `export default defineReward({ mode: 'single', range: [0, 1], reward })`.
 *
 * @throws TypeError when `reward` is no function or the range is empty.
 */
export function defineReward<Config = JsonObject>(
  options: RewardOptions<Config>,
): RewardDefinition<Config> {
  if (typeof options.reward !== 'function') {
    throw new TypeError('defineReward: reward must be a function');
  }
  if (options.range !== undefined && !(options.range[0] <= options.range[1])) {
    throw new TypeError(`defineReward: range [${options.range.join(', ')}] is empty`);
  }
  return { ...options, [REWARD]: true };
}

/** Whether a value came from {@link defineReward}, of any copy of this package. */
export function isRewardDefinition(value: unknown): value is RewardDefinition<unknown> {
  return typeof value === 'object' && value !== null && REWARD in value;
}
