import type { JsonValue } from 'slime-sdk';
import { fromJson, type PyDict, type PyValue } from '../python/value.ts';

/** Where random values come from. */
export interface RandomSource {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Texts that may mean something to a tool. */
  readonly words: readonly string[];
}

const MOST_ITEMS = 2;
const MOST_NUMBER = 500;

/** An element of a list, undefined of an empty one. */
export function pick<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

function randomText({ random, words }: RandomSource): string {
  return pick(words, random) ?? Math.floor(random() * 1e9).toString(36);
}

function record(value: JsonValue | undefined): Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** An object that a JSON schema of an object allows; what need not be there is there half the time. */
export function randomObject(schema: JsonValue | undefined, source: RandomSource): PyDict {
  const { properties, required } = record(schema);
  const needed = new Set(Array.isArray(required) ? required : []);
  return new Map(
    Object.entries(record(properties))
      .filter(([name]) => needed.has(name) || source.random() < 0.5)
      .map(([name, inner]) => [name, randomValue(inner, source)]),
  );
}

/** A value that a JSON schema allows, of the kinds that tools use. */
function randomValue(schema: JsonValue, source: RandomSource): PyValue {
  const { random } = source;
  const { type, enum: choices, items } = record(schema);
  if (Array.isArray(choices)) return fromJson(pick(choices, random) ?? null);
  if (type === 'integer') return BigInt(Math.floor(random() * MOST_NUMBER));
  if (type === 'number') return Math.floor(random() * MOST_NUMBER * 100) / 100;
  if (type === 'boolean') return random() < 0.5;
  if (type === 'object') return randomObject(schema, source);
  if (type !== 'array') return randomText(source);
  const length = Math.floor(random() * (MOST_ITEMS + 1));
  return Array.from({ length }, () => randomValue(items ?? {}, source));
}
