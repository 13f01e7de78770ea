import type { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { isSlimeError } from 'slime-sdk';

/** Codes of errors that fall in a run which was called rightly: the run fell short. */
const FELL_SHORT: ReadonlySet<string> = new Set([
  'SLIME_ENV',
  'SLIME_ENV_RETRYABLE',
  'SLIME_GRADER',
  'SLIME_ENGINE',
  'SLIME_SAMPLE',
]);

/**
 * Writes an error to standard error and gives the exit code: 1 the run fell short, 2 the call was
 * wrong (flags, configuration, data, plugin, checkpoint), 3 our own fault. The stack comes with
 * `--verbose` only.
 */
export function reportError(
  error: unknown,
  stderr: Writable,
  verbose: boolean,
  program = 'slime-runtime',
): 0 | 1 | 2 | 3 {
  // Commander has written its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  // The reader of a pipe has gone: nobody is left to be told.
  if (isBrokenPipe(error)) return 1;
  const known = isSlimeError(error);
  const print = (line: string): void => void stderr.write(`${line}\n`);
  const message = error instanceof Error ? error.message : String(error);
  if (known) print(`${program}: ${message}`);
  else {
    print(`${program}: internal error: ${message}`);
    print(
      `This is a fault of ${program}, not of your call. Please report it with the command line ` +
        `and ${verbose ? 'the stack below' : 'its output under --verbose'}.`,
    );
  }
  if (verbose) print(inspect(error));
  if (!known) return 3;
  return FELL_SHORT.has(error.code) ? 1 : 2;
}

/** Also of a stream that a plugin of this process has closed. */
function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && GONE.has(String(error.code));
}

const GONE: ReadonlySet<string> = new Set([
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
