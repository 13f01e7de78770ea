import { ConfigError } from 'slime-sdk';
import type { Replay } from './suite-request.ts';

const REPLAY = /^(-?\d+)(?::(\d+(?::\d+)*))?(?:@([\w+/=:-]+))?$/;

/** Writes where a replay starts: `SEED:PATH`, and `@COMMANDS` for a sequence of commands. */
export function formatReplay({ seed, path, commands }: Replay): string {
  return `${seed}${path === null ? '' : `:${path}`}${commands === null ? '' : `@${commands}`}`;
}

/**
 * Reads `--replay SEED:PATH`.
 *
 * @throws ConfigError when it has another form.
 */
export function parseReplay(text: string): Replay {
  const [, seed, path = null, commands = null] = REPLAY.exec(text) ?? [];
  if (seed === undefined || !Number.isSafeInteger(Number(seed))) {
    throw new ConfigError(
      `--replay ${text}: write SEED:PATH as a failure prints it, such as 1234:17:0:2`,
    );
  }
  return { seed: Number(seed), path, commands };
}
