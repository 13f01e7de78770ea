import fc from 'fast-check';
import { readSnapshot } from 'slime-runtime/hosting';
import type { InteractionEnv } from 'slime-sdk';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { comparable } from './comparable.ts';
import { needsDeterministic } from './deterministic.ts';
import { type Answer, EnvThrew, EpisodeCalls, isDone, rewardOf } from './episode-calls.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { anyTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';
import { withEnv } from './with-env.ts';

interface Input {
  start: EpisodeStart;
  turns: TurnPlan[];
  /** The turn before which the snapshot is taken, modulo their number. */
  at: number;
}

export const snapshot = property<EnvTarget, Input>({
  id: 'env/snapshot',
  title: 'restore takes an episode back to its snapshot: the same responses go on alike',
  why: 'After a RetryableEnvError the loop restores the state before the turn and asks again. A snapshot that holds half of the state makes another episode of it.',
  fix: 'Let snapshot() give all that reset() sets, as plain data, and let restore() set all of it.',
  source: 'DESIGN.md (failures of an environment)',
  faults: ['A023', 'A061', 'B010'],
  requires: ['env/deterministic'],
  async needs(target) {
    const without = 'an environment with snapshot() and restore()';
    return needsDeterministic(target) ?? ((await canSnapshot(target)) ? null : without);
  },
  share: 0.3,
  inputs: ({ world }) =>
    fc.record({ start: episodeStart(world), turns: anyTurns(world), at: fc.nat(7) }),
  show: showEpisode,
  async holds(target, input, trial) {
    await withEnv(target, trial, input.start, (env) => goBack(target, trial, env, input));
  },
});

/** Plays an episode, restores it to before a turn, and plays on as before. */
async function goBack(
  target: EnvTarget,
  trial: Trial,
  env: InteractionEnv<unknown>,
  { start, turns, at }: Input,
): Promise<void> {
  const { signal } = new AbortController();
  const turn = at % turns.length;
  let taken: unknown;
  const played = await playEpisode(target, trial, {
    start,
    turns,
    env,
    signal,
    throws: 'record',
    async before(where) {
      if (where !== `step of turn ${turn}`) return;
      taken = await trial.call('snapshot', async () => readSnapshot(await env.snapshot?.()));
    },
  });
  const rest = played.turns.slice(turn);
  if (rest.length === 0) return;
  await trial.call('restore', () => env.restore?.(taken));
  const { seed } = start;
  const calls = new EpisodeCalls({ trial, env, seed, signal, attempt: 0, maxRetries: 0 });
  for (const { spoken, context, seen } of rest) {
    const again = await answerOf(() => calls.step(spoken, context));
    trial.equal(again, seen, `turn ${context.turn}, after a restore to turn ${turn}`);
  }
}

/** What is seen of a step, or what it threw. */
async function answerOf(step: () => Promise<Answer>): Promise<unknown> {
  try {
    const { result, messages } = await step();
    return comparable({ messages, done: isDone(result), reward: rewardOf(result) });
  } catch (error) {
    if (error instanceof EnvThrew) return error.message;
    throw error;
  }
}

/** Starts that are tried until an env can be looked at. */
const TRIES = 16;

async function canSnapshot(target: EnvTarget): Promise<boolean> {
  const { signal } = new AbortController();
  for (const { sample } of fc.sample(episodeStart(target.world), { seed: 0, numRuns: TRIES })) {
    try {
      const env = await target.build(sample, signal);
      await env.close();
      return typeof env.snapshot === 'function' && typeof env.restore === 'function';
    } catch {
      // The sample is refused: env/build says so where that matters.
    }
  }
  return true;
}
