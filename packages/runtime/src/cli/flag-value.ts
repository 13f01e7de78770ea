import { InvalidArgumentError, Option } from 'commander';
import type { JsonValue } from 'slime-sdk';
import { z } from 'zod';
import { parseJson } from '../rollout/data/parse-json.ts';

/** A schema's type; that of a nullable key is a list with `null` in it, or a branch of `anyOf`. */
const typeSchema = z.preprocess(
  (type) => (Array.isArray(type) ? type.find((name) => name !== 'null') : type),
  z.enum(['string', 'integer', 'number', 'boolean', 'object', 'array']),
);

/** What of a key's JSON schema a flag needs. */
const flagSchema = z.object({
  type: typeSchema,
  enum: z.array(z.string()).optional(),
  items: z.object({ type: z.enum(['string', 'integer', 'number']) }).optional(),
});

const keySchema = z.object({
  default: z.json().optional(),
  description: z.string().default(''),
  ours: z.boolean().default(false),
  /** False for what only slime's own loops read. */
  flag: z.boolean().default(true),
  anyOf: z.array(z.unknown()).optional(),
});

/** One key of a schema of arguments, as a command line shows it. */
export interface FlagKey extends z.output<typeof keySchema>, z.output<typeof flagSchema> {}

/** Reads a property of a JSON schema; the null of a nullable key has no flag. */
export function readFlagKey(property: unknown): FlagKey {
  const key = keySchema.parse(property);
  const type = key.anyOf?.find((branch) => !isNullBranch(branch)) ?? property;
  return { ...key, ...flagSchema.parse(type) };
}

function isNullBranch(branch: unknown): boolean {
  return z.object({ type: z.literal('null') }).safeParse(branch).success;
}

/** The flag of a key: `rollout_seed` is `--rollout-seed`. */
export function flagOf(key: string): string {
  return `--${key.replaceAll('_', '-')}`;
}

/**
 * Builds the option of a key. It has no default, so that what was given on the command line can be
 * told from what was not; the help shows the schema's.
 */
export function createFlag(name: string, key: FlagKey): Option {
  const flag = flagOf(name);
  const fallback = key.default ?? null;
  const shown =
    fallback === null || fallback === false ? '' : ` (default: ${JSON.stringify(fallback)})`;
  const option = new Option(
    `${flag}${placeholder(key)}`,
    `${key.description}${shown}${key.ours ? ' [ours]' : ''}`,
  );
  if (key.type === 'boolean') return option;
  if (key.enum !== undefined) return option.choices(key.enum);
  const item = key.type === 'array' ? (key.items?.type ?? 'string') : key.type;
  return option.argParser((text: string, earlier: unknown) => {
    const value = parseFlagValue(text, item);
    return key.type === 'array' ? [...(Array.isArray(earlier) ? earlier : []), value] : value;
  });
}

function placeholder(key: FlagKey): string {
  switch (key.type) {
    case 'boolean':
      return '';
    case 'array':
      return key.items?.type === 'string' ? ' <text...>' : ' <number...>';
    case 'object':
      return ' <json>';
    case 'integer':
    case 'number':
      return ' <number>';
    case 'string':
      return ' <text>';
  }
}

function parseFlagValue(
  text: string,
  type: Exclude<FlagKey['type'], 'array' | 'boolean'>,
): JsonValue {
  if (type === 'string') return text;
  if (type === 'object') {
    const parsed = parseJson(text);
    if (parsed.ok) return parsed.value;
    throw new InvalidArgumentError(`Column ${parsed.column}: ${parsed.message}.`);
  }
  const pattern = type === 'integer' ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const value = Number(text);
  if (pattern.test(text) && (type === 'number' || Number.isSafeInteger(value))) return value;
  throw new InvalidArgumentError(type === 'integer' ? 'Write an integer.' : 'Write a number.');
}
