import { GraderError } from '../../errors.ts';
import { defineReward, type RewardDefinition } from '../../reward.ts';
import { type Composable, readComposable } from './composable.ts';
import type { RewardClaims } from './grader-reward.ts';
import { mergeConfig } from './merge-config.ts';
import { scorePart } from './part-value.ts';
import { runTogether } from './run-together.ts';
import { type Summand, sumDeclaration } from './sum-declaration.ts';

/** One summand of {@link weightedSum}. */
export interface WeightedPart {
  /** Its key in the result, and its name in errors. */
  name: string;
  reward: Composable;
  /** Any finite number. With 0 the part is only reported. */
  weight: number;
  /** Which number of its result counts, for a reward that gives an object. */
  key?: string;
}

/** The argument of {@link weightedSum}. */
export interface WeightedSumOptions extends RewardClaims {
  parts: readonly WeightedPart[];
  /**
   * Name of the sum in an object of all numbers, for `--reward-key`. Default: the result is the sum
   * alone.
   */
  key?: string;
}

/**
 * A reward that is the weighted sum of others: declared ones, bare functions, graders. They run at
 * once; when one fails the others are aborted, and the sum fails with it.
 *
 * With `key: 'score'` the result is `{ score, [name of a part]: its own value, … }`, the values
 * without their weights; further numbers of a part stand under `name/number`.
 *
 * Range, `deterministic`, `reads`, `growth` and configuration come from the parts. Where one part
 * outweighs all others together its examples are those of the sum; else give `examples`.
 *
 * @throws TypeError for no parts, equal names, a weight or range that is not finite, and
 *   configuration keys that two parts read in two ways.
 */
export function weightedSum({
  parts,
  key,
  ...claims
}: WeightedSumOptions): RewardDefinition<unknown> {
  const summands = readParts(parts, key);
  const config = mergeConfig(summands);
  return defineReward<unknown>({
    mode: 'single',
    ...sumDeclaration(summands),
    ...claims,
    ...(config === null ? {} : { config }),
    async reward(args, sample, view) {
      const values = await runTogether(summands, view.signal, async (part, signal) => ({
        part,
        ...(await scorePart(part, args, sample, { ...view, signal })),
      }));
      const sum = values.reduce((total, { part, value }) => total + part.weight * value, 0);
      if (!Number.isFinite(sum)) throw new GraderError(`weightedSum: the sum is ${sum}`);
      if (key === undefined) return sum;
      const numbers = values.flatMap(({ part: { name }, value, others }): [string, number][] => [
        [name, value],
        ...Object.entries(others).map(([other, number]): [string, number] => [
          `${name}/${other}`,
          number,
        ]),
      ]);
      return byName([[key, sum], ...numbers]);
    },
  });
}

/** @throws GraderError where a further number of a part has the name of another: one would be lost. */
function byName(numbers: readonly [string, number][]): Record<string, number> {
  const names = new Set<string>();
  for (const [name] of numbers) {
    if (names.has(name)) {
      throw new GraderError(
        `weightedSum: two numbers are called "${name}"; rename the part, or the key`,
      );
    }
    names.add(name);
  }
  return Object.fromEntries(numbers);
}

function readParts(parts: readonly WeightedPart[], key: string | undefined): Summand[] {
  if (parts.length === 0) throw new TypeError('weightedSum: there are no parts');
  const names = new Set(key === undefined ? [] : [key]);
  if (key === '') throw new TypeError('weightedSum: key is empty');
  return parts.map(({ name, reward, weight, key: own = null }, at) => {
    if (typeof name !== 'string' || name === '') {
      throw new TypeError(`weightedSum: part ${at} has no name`);
    }
    const where = `weightedSum: part "${name}"`;
    if (names.has(name)) throw new TypeError(`${where}: the name is there already`);
    names.add(name);
    if (!Number.isFinite(weight)) {
      throw new TypeError(`${where}: its weight is ${weight}, no finite number`);
    }
    return { ...readComposable(where, reward), name, weight, where, key: own };
  });
}
