import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { ConfigError, type RolloutArgs } from 'slime-sdk';
import { z } from 'zod';
import { MOST_CHILDREN } from '../plugins/child-limits.ts';
import { addOwnOptions, readOwnOptions } from './own-options.ts';

const count = z.int().positive();

const optionsSchema = z.object({
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Where it listens; others than this machine need --token-env'),
  port: z.int().min(0).max(65535).default(0).describe('0 takes a free one'),
  token_env: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the environment variable with the token that requests must carry'),
  single_turn: z
    .boolean()
    .default(false)
    .describe('No environment answers: the whole response is the policy’s'),
  concurrency: count
    .optional()
    .describe(
      `Calls of the reward at a time (default: 64; in processes two a core, ${MOST_CHILDREN} at most)`,
    ),
  max_queue: z
    .int()
    .nonnegative()
    .default(1024)
    .describe('Requests that may wait for a call; more are answered 429'),
  batch_size: count.default(64).describe('Samples of a call at most, under --group-rm'),
  batch_wait_ms: z
    .number()
    .nonnegative()
    .max(60_000)
    .default(10)
    .describe('Milliseconds that a request waits for others of its batch, under --group-rm'),
  max_body_bytes: count.default(8 * 1024 * 1024).describe('Larger requests are answered 413'),
  request_timeout: z
    .number()
    .positive()
    .default(110)
    .describe('Seconds that a request may take in all; slime gives up after 120'),
});

/** Options of `slime-runtime serve-rm` that are no arguments of a rollout. */
export type ServeRmOptions = z.output<typeof optionsSchema>;

/** Adds the server's own options to a command. */
export function addServeRmOptions(command: Command): Command {
  return addOwnOptions(command, optionsSchema, 'The server:');
}

/** Reads what {@link addServeRmOptions} added. @throws ConfigError that names each wrong flag. */
export function readServeRmOptions(command: Command): ServeRmOptions {
  return readOwnOptions(command, optionsSchema);
}

/** As many calls as slime has connections; of processes, as many as keep the machine busy. */
const INLINE_CALLS = 64;

/**
 * How many calls run at a time.
 *
 * @throws ConfigError for more than there may be processes.
 */
export function concurrencyOf({ concurrency }: ServeRmOptions, args: RolloutArgs): number {
  const isInline = args.custom_rm_path === null || args.isolation === 'inline';
  if (isInline) return concurrency ?? INLINE_CALLS;
  if (concurrency !== undefined && concurrency > MOST_CHILDREN) {
    throw new ConfigError(
      `--concurrency ${concurrency}: each call has a process of its own, ${MOST_CHILDREN} at most; ` +
        'a reward that mostly waits, for a judge say, is served with --isolation inline',
    );
  }
  return concurrency ?? Math.min(2 * availableParallelism(), MOST_CHILDREN);
}

/**
 * The token, out of the environment.
 *
 * @throws ConfigError when the variable is not set, or holds what no header can carry.
 */
export function readToken({ token_env: name }: ServeRmOptions): string | undefined {
  if (name === undefined) return undefined;
  const token = process.env[name];
  if (token === undefined || token === '') {
    throw new ConfigError(
      `--token-env ${name}: no such environment variable; set it to the token, whose value does ` +
        'not belong on the command line',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ConfigError(
      `--token-env ${name}: a token is made of visible ASCII characters without spaces`,
    );
  }
  return token;
}
