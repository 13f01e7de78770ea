import type { Command } from 'commander';
import { ConfigError, type JsonObject, type JsonValue } from 'slime-sdk';
import { z } from 'zod';
import { createFlag, flagOf, readFlagKey } from './flag-value.ts';

/** Adds the options of a command that are no arguments of a rollout, one a key of the schema. */
export function addOwnOptions(command: Command, schema: z.ZodObject, heading: string): Command {
  const { properties } = z
    .object({ properties: z.record(z.string(), z.unknown()) })
    .parse(z.toJSONSchema(schema, { io: 'input' }));
  for (const [name, property] of Object.entries(properties)) {
    command.addOption(createFlag(name, readFlagKey(property)).helpGroup(heading));
  }
  return command;
}

/** Reads what {@link addOwnOptions} added. @throws ConfigError that names each wrong flag. */
export function readOwnOptions<Schema extends z.ZodObject>(
  command: Command,
  schema: Schema,
): z.output<Schema> {
  const given: JsonObject = {};
  for (const option of command.options) {
    const name = option.long?.slice(2).replaceAll('-', '_') ?? '';
    const value: JsonValue | undefined = command.getOptionValue(option.attributeName());
    if (name in schema.shape && value !== undefined) given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(
    ({ path, message }) => `${flagOf(String(path[0]))}: ${message}`,
  );
  throw new ConfigError(lines.join('\n'), { data: { issues: lines } });
}
