import type {
  InteractionEnv,
  JsonObject,
  ResetResult,
  RewardValue,
  TemplateRewording,
} from 'slime-sdk';
import { readJsonObject, readPrompt, readTools } from './check-messages.ts';
import { describeValue } from './describe-thrown.ts';
import { isObject, mustBe, readObject, ResultFault } from './result-fault.ts';

const RESET_KEYS = new Set(['messages', 'tools', 'reword', 'info']);
const REWORD_KEYS = new Set(['from', 'to']);
const STEP_KEYS = new Set(['observation', 'done', 'info', 'reward']);
const METHODS = ['reset', 'step', 'formatObservation', 'close'] as const;

/**
 * Reads what `build` gave as an env: its methods are there.
 *
 * @throws ResultFault that lists the missing ones.
 */
export function readBuilt(value: unknown): InteractionEnv<unknown> {
  if (typeof value !== 'object' || value === null) throw mustBe('an env', value, []);
  const missing = METHODS.filter((name) => typeof Reflect.get(value, name) !== 'function');
  if (missing.length > 0) {
    throw new ResultFault(
      [],
      `${describeValue(value)} is no env, it has no ${missing.map((name) => `${name}()`).join(', ')}; ` +
        'extend BaseInteractionEnv, which has all but step()',
    );
  }
  return value as InteractionEnv<unknown>;
}

/**
 * Reads the result of `reset`: a copy.
 *
 * @throws ResultFault
 */
export function readReset(value: unknown): ResetResult {
  const { messages, tools, reword, info } = readObject(value, RESET_KEYS, []);
  return {
    ...(messages === undefined ? {} : { messages: readPrompt(messages, ['messages']) }),
    ...(tools === undefined ? {} : { tools: readTools(tools, ['tools']) }),
    ...(reword === undefined ? {} : { reword: readRewording(reword, ['reword']) }),
    ...(info === undefined ? {} : { info: readJsonObject(info, ['info']) }),
  };
}

function readRewording(value: unknown, path: readonly PropertyKey[]): TemplateRewording {
  const { from, to } = readObject(value, REWORD_KEYS, path);
  if (typeof from !== 'string' || from === '') throw mustBe('a text', from, [...path, 'from']);
  if (typeof to !== 'string') throw mustBe('a string', to, [...path, 'to']);
  return { from, to };
}

/** The result of `step`; the observation is not looked at yet. */
export interface ReadStep {
  observation: unknown;
  done: boolean;
  info: JsonObject | null;
  reward: number | null;
}

/**
 * Reads the result of `step`.
 *
 * @throws ResultFault, also for a reward that the env does not declare.
 */
export function readStep(value: unknown, declaresReward: boolean): ReadStep {
  const { observation, done, info, reward } = readObject(value, STEP_KEYS, []);
  if (typeof done !== 'boolean') throw mustBe('a boolean', done, ['done']);
  if (reward !== undefined && !declaresReward) {
    throw new ResultFault(
      ['reward'],
      'the env declares no reward, so this would be lost: add reward: { reduction, range } to defineEnv',
    );
  }
  return {
    observation,
    done,
    info: info === undefined ? null : readJsonObject(info, ['info']),
    reward: reward === undefined ? null : readNumber(reward, ['reward']),
  };
}

/**
 * Copies what `snapshot` gave, since the env goes on changing its state.
 *
 * @throws ResultFault when it holds what structured cloning cannot copy, such as a function.
 */
export function readSnapshot(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ResultFault([], `cannot be copied by structuredClone: ${reason}`);
  }
}

/**
 * Reads the result of `metrics`: a copy.
 *
 * @throws ResultFault
 */
export function readMetrics(value: unknown): Record<string, number> {
  if (!isObject(value)) throw mustBe('an object of numbers', value, []);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, readNumber(item, [key])]),
  );
}

/**
 * Reads one reward: a finite number, or named ones.
 *
 * @throws ResultFault for everything else: booleans, null, strings, NaN, arrays.
 */
export function readReward(value: unknown, path: readonly PropertyKey[]): RewardValue {
  if (typeof value === 'number') return readNumber(value, path);
  const prototype: unknown = isObject(value) ? Object.getPrototypeOf(value) : undefined;
  const isRecord = prototype === null || prototype === Object.prototype;
  if (!isObject(value) || !(isRecord || isForeignRecord(prototype))) {
    throw mustBe('a number or an object of numbers', value, path);
  }
  const entries = Object.entries(value);
  if (entries.length === 0) throw new ResultFault(path, 'is an object without a number in it');
  return Object.fromEntries(entries.map(([key, item]) => [key, readNumber(item, [...path, key])]));
}

/**
 * Reads the rewards of a group: one a sample, in order.
 *
 * @throws ResultFault when it is no array of that length, or an item is no reward.
 */
export function readRewards(value: unknown, count: number): RewardValue[] {
  if (!Array.isArray(value)) throw mustBe(`an array of ${count} rewards`, value, []);
  if (value.length !== count) {
    throw new ResultFault([], `${value.length} rewards for a group of ${count} samples`);
  }
  return Array.from(value, (item: unknown, at) => readReward(item, [at]));
}

/** A number that a 32-bit float, which the trainer computes in, holds as a finite one. */
function readNumber(value: unknown, path: readonly PropertyKey[]): number {
  if (typeof value !== 'number') throw mustBe('a number', value, path);
  if (!Number.isFinite(Math.fround(value))) {
    throw new ResultFault(path, `must be finite as a 32-bit float, not ${value}`);
  }
  return value;
}

/** A plain object of another realm (node:vm). */
function isForeignRecord(prototype: unknown): boolean {
  return isObject(prototype) && Object.getPrototypeOf(prototype) === null;
}
