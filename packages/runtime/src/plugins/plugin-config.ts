import {
  ConfigError,
  exactForms,
  formatPath,
  keepExactForm,
  restoreExactForms,
  type RolloutArgs,
  rolloutArgsSchema,
} from 'slime-sdk';
import type { z } from 'zod';

const FLAGS = new Set(Object.keys(rolloutArgsSchema.shape));

/** The keys of `--custom-config-path`: those that are no flags. */
export function configKeys(args: RolloutArgs): Record<string, unknown> {
  return pick(args, (key) => !FLAGS.has(key));
}

/** Some of the arguments, with numbers as they were written. */
function pick(
  args: RolloutArgs,
  isWanted: (key: string, value: unknown) => boolean,
): Record<string, unknown> {
  const picked = Object.entries(args).filter(([key, value]) => isWanted(key, value));
  return keepExactForm(args, Object.fromEntries(picked));
}

/** The keys that a plugin's schema names; null where it may read any: it has none, or an open one. */
export function keysOf(schema: z.ZodType | null): readonly string[] | null {
  return schema !== null && 'shape' in schema ? Object.keys(Object(schema.shape)) : null;
}

/**
 * Gives a plugin its configuration: the keys that its schema names, checked. A key that is a flag
 * too (`max_turns`) has the value in force, absent where that is null, so that loop and plugin
 * never disagree. Without a schema: all keys that are no flags.
 *
 * @throws ConfigError that names key, plugin and file.
 */
export function readPluginConfig(
  schema: z.ZodType | null,
  args: RolloutArgs,
  plugin: string,
): unknown {
  if (schema === null) return configKeys(args);
  const named = keysOf(schema);
  const given =
    named === null
      ? configKeys(args)
      : pick(args, (key, value) => named.includes(key) && !(FLAGS.has(key) && value === null));
  const parsed = schema.safeParse(given);
  if (parsed.success) {
    // A plugin may put them into tools or messages, which a template prints.
    restoreExactForms(parsed.data, exactForms(given));
    return parsed.data;
  }
  const lines = parsed.error.issues.map((issue) => `"${formatPath(issue.path)}": ${issue.message}`);
  const file = args.custom_config_path;
  throw new ConfigError(
    `configuration of ${plugin}: ${lines.join('; ')}` +
      (file === null ? '; set it in the file of --custom-config-path' : ` (in ${file})`),
    { data: { plugin, file, issues: lines } },
  );
}
