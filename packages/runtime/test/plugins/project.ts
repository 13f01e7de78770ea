import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRolloutArgs, createSample, type Logger, type RolloutArgs } from 'slime-sdk';
import { onTestFinished } from 'vitest';
import {
  createPluginHost,
  type PluginHostOptions,
  type RolloutPluginHost,
} from '../../src/plugins/index.ts';

/** A user's project on disk; gone when the test ends. */
export async function createProject(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'slime-plugins-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** A logger that keeps what it is told. */
export function createLog(): Logger & { lines: string[] } {
  const lines: string[] = [];
  const keep =
    (level: string) =>
    (message: string): void =>
      void lines.push(`${level}: ${message}`);
  return {
    lines,
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  };
}

/** A host over a project; closed when the test ends. */
export async function openHost(
  cwd: string,
  options: Partial<PluginHostOptions> = {},
): Promise<RolloutPluginHost> {
  const host = await createPluginHost({
    isolation: 'inline',
    args: createRolloutArgs(),
    concurrency: 8,
    log: createLog(),
    cwd,
    ...options,
  });
  onTestFinished(() => host.close());
  return host;
}

/** Arguments with short deadlines, in seconds. */
export function shortArgs(seconds: number, more: Record<string, unknown> = {}): RolloutArgs {
  return {
    ...createRolloutArgs({ env_step_timeout: seconds, reward_timeout: seconds }),
    ...more,
  };
}

/** What an env is opened with. */
export function openContext(
  args: RolloutArgs,
  index = 0,
  signal: AbortSignal = new AbortController().signal,
) {
  return { sample: createSample({ index, label: 'label' }), args, signal };
}

/** What a turn hands to the env. */
export const TURN = {
  turn: 0,
  reasoning: '',
  content: 'hi',
  calls: [],
  truncated: false,
  seed: 1,
};

/** What a single reward is called with. */
export function scoreContext(args: RolloutArgs, index = 0, count = 1) {
  return {
    args,
    samples: Array.from({ length: count }, (_, at) => createSample({ index: index + at })),
    views: Array.from({ length: count }, () => ({
      finalText: 'four',
      policyText: 'four',
      turns: [],
      seed: 1,
    })),
    signal: new AbortController().signal,
  };
}

/** What a promise fails with. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
}
