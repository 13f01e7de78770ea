import { type Logger, type RolloutArgs, rolloutArgsSchema } from 'slime-sdk';
import { configKeys } from '../plugins/plugin-config.ts';
import { nearName } from './near-name.ts';

/**
 * Warns of configuration keys that are no argument and that no plugin declares: of those that look
 * like a slip of one that is known, and of the others where nothing may read them.
 *
 * @param declared Of each plugin the keys of its schema; null for one that may read any.
 */
export function warnOfKeys(
  args: RolloutArgs,
  declared: readonly (readonly string[] | null)[],
  log: Pick<Logger, 'warn'>,
): void {
  const own = new Set(declared.flatMap((keys) => keys ?? []));
  const names = [...own, ...Object.keys(rolloutArgsSchema.shape)];
  const mayReadAny = declared.includes(null);
  const file = args.custom_config_path ?? 'the configuration';
  for (const key of Object.keys(configKeys(args))) {
    if (own.has(key)) continue;
    const near = nearName(key, names);
    const shown = JSON.stringify(key.slice(0, 100));
    if (near !== null)
      log.warn(`${file}: no plugin declares the key ${shown}; did you mean ${near}?`);
    else if (!mayReadAny) log.warn(`${file}: nothing reads the key ${shown}`);
  }
}
