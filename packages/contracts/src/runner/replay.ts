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
 * @throws ConfigError when it has another form, or names a case beyond `runs`.
 */
export function parseReplay(text: string, runs = Infinity): Replay {
  const [, seed, path = null, commands = null] = REPLAY.exec(text) ?? [];
  if (seed === undefined || !Number.isSafeInteger(Number(seed))) {
    throw new ConfigError(
      `--replay ${text}: write SEED:PATH as a failure prints it, such as 1234:17:0:2`,
    );
  }
  const number = path === null ? 0 : Number(path.split(':')[0]);
  if (number >= runs) {
    throw new ConfigError(
      `--replay ${text}: a run of ${runs} cases has none of number ${number}; give --runs as in the run that failed`,
    );
  }
  return { seed: Number(seed), path, commands };
}
