import {
  ConfigError,
  exactForms,
  formatPath,
  type JsonObject,
  restoreExactForms,
  type RolloutArgs,
  rolloutArgsSchema,
} from 'slime-sdk';
import { flagOf } from './flag-value.ts';
import { readConfig } from './read-config.ts';

/** Where arguments come from, strongest first; below them stand slime's defaults. */
export interface ArgsSources {
  /** Flags that were given, by snake_case key. */
  flags: JsonObject;
  /** `--custom-config-path`, null without. */
  customConfigPath: string | null;
  /** `slime.args` of an env package's manifest. */
  manifestArgs?: JsonObject;
}

/**
 * Puts the arguments of a run together. Keys that are no flags are kept: they are plugins' own.
 *
 * @throws ConfigError that names the flag, or file, line and key, of each value that is wrong.
 */
export async function loadRolloutArgs(sources: ArgsSources): Promise<RolloutArgs> {
  const { flags, customConfigPath, manifestArgs = {} } = sources;
  const config = customConfigPath === null ? null : await readConfig(customConfigPath);
  const own = { ...config?.values, ...flags };
  const brought = { ...manifestArgs };
  // A reward of the user's own, of either kind, takes the place of the package's.
  if ('rm_type' in own) delete brought['custom_rm_path'];
  const given = { ...brought, ...own };
  const parsed = rolloutArgsSchema.safeParse(given);
  if (parsed.success) {
    // The schema makes new objects: a template would print `1` for a variable given as `1.0`.
    restoreExactForms(parsed.data, exactForms(given));
    return parsed.data;
  }
  const placeOf = (key: string): string => {
    if (Object.hasOwn(flags, key)) return `${flagOf(key)} ${JSON.stringify(flags[key])}`;
    const line = config?.lines.get(key);
    if (line === undefined) return `"slime.args.${key}" in the env package's package.json`;
    return `${customConfigPath}:${line}: ${key} ${JSON.stringify(config?.values[key])}`;
  };
  const lines = parsed.error.issues.map(({ path, message }) => {
    const [key, ...rest] = path;
    const inner = rest.length === 0 ? '' : ` at ${formatPath(rest)}`;
    return `${placeOf(String(key))}${inner}: ${message}`;
  });
  throw new ConfigError(lines.join('\n'), { data: { issues: lines } });
}
