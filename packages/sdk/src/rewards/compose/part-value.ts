import { DataError, GraderError, isSlimeError } from '../../errors.ts';
import type { RewardValue, RewardView } from '../../reward.ts';
import type { RolloutArgs } from '../../args.ts';
import type { Sample } from '../../sample.ts';
import type { Composed } from './composable.ts';

/** A reward inside of another one. */
export interface ScoredPart extends Composed {
  /** For messages: `weightedSum: part "style"`. */
  where: string;
  /** Which number of an object counts; null for rewards that are numbers. */
  key: string | null;
}

/** What a part gave: the number that counts, and the others of its object. */
export interface PartValue {
  value: number;
  others: Readonly<Record<string, number>>;
}

/**
 * Scores a part.
 *
 * @throws DataError and GraderError that name the part; what has a code of another kind, and the
 *   reason of `view.signal`, as they are.
 */
export async function scorePart(
  part: ScoredPart,
  args: RolloutArgs,
  sample: Sample,
  view: RewardView,
): Promise<PartValue> {
  let given: RewardValue;
  try {
    given = await part.reward(args, sample, view);
  } catch (error) {
    view.signal.throwIfAborted();
    throw namePart(part.where, error);
  }
  return readValue(part, given);
}

function readValue({ where, key, range }: ScoredPart, given: RewardValue): PartValue {
  const isObject = typeof given === 'object' && given !== null;
  if (isObject && key === null) {
    const keys = Object.keys(given).join(', ');
    throw new GraderError(
      `${where} gave an object of ${keys}: name the number that counts by \`key\``,
    );
  }
  if (!isObject && key !== null) {
    throw new GraderError(`${where} gave ${String(given)}, no object with the key "${key}"`);
  }
  const { [key ?? '']: named, ...others } = isObject ? given : {};
  const value = isObject ? named : given;
  for (const [name, number] of Object.entries({ ...others, [key ?? 'reward']: value })) {
    if (typeof number !== 'number' || !Number.isFinite(number)) {
      throw new GraderError(`${where} gave ${String(number)} as its ${name}, no finite number`);
    }
  }
  const number = Number(value);
  if (range !== null && isOutside(number, range)) {
    throw new GraderError(`${where} gave ${number}, outside of its range [${range.join(', ')}]`);
  }
  return { value: number, others };
}

/** By more than rounding. */
function isOutside(value: number, [low, high]: readonly [number, number]): boolean {
  const slack = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
  return value < low - slack || value > high + slack;
}

function namePart(where: string, error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (!isSlimeError(error)) return new GraderError(`${where}: ${message}`, { cause: error });
  const options = { cause: error, data: error.data };
  if (error.code === 'SLIME_DATA') return new DataError(`${where}: ${message}`, options);
  if (error.code === 'SLIME_GRADER') return new GraderError(`${where}: ${message}`, options);
  return error;
}
