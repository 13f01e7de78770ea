import { GraderError } from '../../errors.ts';
import { defineReward, type RewardDefinition, type RewardView } from '../../reward.ts';
import type { Sample } from '../../sample.ts';
import { type Composable, readComposable } from './composable.ts';
import type { RewardClaims } from './grader-reward.ts';
import { scorePart } from './part-value.ts';

/** Whether the policy's words have the form that is asked for. */
export type FormatRule = (view: RewardView, sample: Sample) => boolean;

/** The argument of {@link formatGate}. */
export interface FormatGateOptions extends RewardClaims {
  /** `blocks(['think', 'answer'])`, or a function of one's own. */
  format: FormatRule;
  /** What is paid where the form holds. */
  reward: Composable;
  /** What is paid where it does not. Default: the lowest reward. */
  floor?: number;
  /** Which number of the reward's result counts, for a reward that gives an object. */
  key?: string;
}

/**
 * A reward that is paid only for the right form: else the floor, and the reward is not asked.
 *
 * Give `examples` of the right form, so that contracts get through the gate.
 *
 * @throws TypeError for a format that is no function, a floor above the lowest reward, which would
 *   pay for a broken form, and a floor that is missing where the range is unknown.
 */
export function formatGate(options: FormatGateOptions): RewardDefinition<unknown> {
  const { format, reward, key = null, floor: asked, ...claims } = options;
  const where = 'formatGate: reward';
  const gated = { ...readComposable(where, reward), where, key };
  if (typeof format !== 'function') {
    throw new TypeError(
      'formatGate: format must be a function (view, sample) => boolean: blocks(…), or your own',
    );
  }
  const { range, deterministic, reads, growth, config, paysWithoutLabel } = gated;
  const floor = readFloor(asked, range);
  return defineReward<unknown>({
    mode: 'single',
    ...(range === null ? {} : { range: [floor, range[1]] as const }),
    deterministic,
    reads: reads.includes('policy') ? reads : ['policy', ...reads],
    // The format reads the response, if the reward does not.
    growth: growth === 'constant' ? 'linear' : growth,
    ...(config === null ? {} : { config }),
    paysWithoutLabel,
    ...claims,
    async reward(args, sample, view) {
      const holds: unknown = format(view, sample);
      if (typeof holds !== 'boolean') {
        throw new GraderError(`formatGate: format gave ${String(holds)}, no boolean`);
      }
      return holds ? (await scorePart(gated, args, sample, view)).value : floor;
    },
  });
}

function readFloor(floor: number | undefined, range: readonly [number, number] | null): number {
  if (floor === undefined) {
    if (range !== null) return range[0];
    throw new TypeError(
      'formatGate: the range of the reward is unknown; declare it, or give a floor',
    );
  }
  if (!Number.isFinite(floor)) {
    throw new TypeError(`formatGate: the floor is ${floor}, no finite number`);
  }
  if (range !== null && floor > range[0]) {
    throw new TypeError(
      `formatGate: the floor ${floor} is above the lowest reward, ${range[0]}: ` +
        'a wrong answer would earn more without the form than with it',
    );
  }
  return floor;
}
