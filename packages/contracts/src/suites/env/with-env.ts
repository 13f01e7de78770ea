import type { InteractionEnv } from 'slime-sdk';
import { Broken } from '../../broken.ts';
import type { Attempt, Trial } from '../../trial.ts';
import type { EpisodeStart } from './episode-start.ts';
import type { EnvTarget } from './target.ts';
import { readTurn, type Response } from './turn-reader.ts';

/**
 * Builds an env, uses it, and closes it on every path. A made-up sample that `build` refuses
 * leaves the case.
 */
export async function withEnv<T>(
  target: EnvTarget,
  trial: Trial,
  start: EpisodeStart,
  use: (env: InteractionEnv<unknown>) => Promise<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  const env = await buildEnv(target, trial, start, signal);
  let result: T;
  try {
    result = await use(env);
  } catch (error) {
    await closeQuietly(env, trial);
    throw error;
  }
  await trial.call('close', () => env.close());
  return result;
}

/** Builds an env; a made-up sample that it refuses leaves the case. */
export async function buildEnv(
  target: EnvTarget,
  trial: Trial,
  { sample, isMadeUp }: EpisodeStart,
  signal: AbortSignal,
): Promise<InteractionEnv<unknown>> {
  const built = await trial.attempt('build', () => target.build(sample, signal));
  if (built.ok) return built.value;
  trial.require(!isMadeUp);
  return trial.fail({ expected: 'build does not throw', got: built.text });
}

/** Closes an env after a law was broken: what `close` does now is not looked at. */
export async function closeQuietly(env: InteractionEnv<unknown>, trial: Trial): Promise<void> {
  try {
    await trial.attempt('close', () => env.close());
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
  }
}

/** One `step` out of the loop's order; without tools, since there may have been no `reset`. */
export function stepOnce(
  target: EnvTarget,
  trial: Trial,
  env: InteractionEnv<unknown>,
  step: Response & { where: string; turn: number; seed: number; signal: AbortSignal },
): Promise<Attempt<unknown>> {
  const { where, text, truncated, turn, seed, signal } = step;
  const { args } = target.world;
  const context = readTurn({ text, truncated }, { args, tools: [], turn, seed });
  return trial.attempt(where, () => env.step(text, { ...context, signal }));
}
