import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionEnv } from 'slime-sdk';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';
import { stepOnce, withEnv } from './with-env.ts';

/** Where an episode is when its environment is closed or aborted under a call. */
interface Crossed {
  start: EpisodeStart;
  turns: TurnPlan[];
  /** The call that is pending. */
  pending: 'reset' | 'step';
  /** Milliseconds after which it happens; 0: at once. */
  delay: number;
}

function crossed({ world }: EnvTarget): fc.Arbitrary<Crossed> {
  return fc.record({
    start: episodeStart(world),
    turns: ordinaryTurns(world, { fewest: 0, most: 3 }),
    pending: fc.constantFrom('step', 'reset'),
    delay: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 5),
  });
}

export const closePending = property<EnvTarget, Crossed & { aborts: boolean }>({
  id: 'env/close-pending',
  title: 'close settles while another call is pending, and so does that call',
  why: 'The loop gives up a call at its deadline or at an abort, and closes under it. Two that wait for each other keep the container, the lock and the episode for ever.',
  fix: 'Let close() end what is pending (abort it, reject it) instead of waiting for it without a limit.',
  source: 'slime-sdk (close runs exactly once on every path)',
  faults: ['A067', 'A097', 'B017'],
  requires: ['env/close-idempotent'],
  share: 0.1,
  inputs: (target) =>
    fc.tuple(crossed(target), fc.boolean()).map(([input, aborts]) => ({ ...input, aborts })),
  show: showEpisode,
  async holds(target, input, trial) {
    const controller = new AbortController();
    const { signal } = controller;
    const close = async (env: InteractionEnv<unknown>): Promise<void> => {
      const { end } = await startCall(target, trial, env, input, signal);
      if (input.delay > 0) await sleep(input.delay);
      if (input.aborts) controller.abort(new Error('the run was stopped'));
      const settled = await Promise.allSettled([trial.call('close', () => env.close()), end]);
      for (const result of settled) if (result.status === 'rejected') throw result.reason;
    };
    await withEnv(target, trial, input.start, close, signal);
  },
});

export const abort = property<EnvTarget, Crossed>({
  id: 'env/abort',
  title: 'a call that is pending settles after its signal fired, and so does close',
  why: 'At a deadline and at the end of a run the loop fires the signal and closes. A call that never settles then keeps its container and its memory for the life of the process.',
  fix: 'Hand context.signal on to fetch, timers and child processes, and reject what waits when it fires; record a handle in the same step that gets it.',
  source: 'slime-sdk (every env call runs under a deadline and an AbortSignal)',
  faults: ['A067', 'B012', 'A062'],
  requires: ['env/close-idempotent'],
  share: 0.1,
  inputs: crossed,
  show: showEpisode,
  async holds(target, input, trial) {
    const controller = new AbortController();
    const { signal } = controller;
    const interrupt = async (env: InteractionEnv<unknown>): Promise<void> => {
      const { end } = await startCall(target, trial, env, input, signal);
      if (input.delay > 0) await sleep(input.delay);
      controller.abort(new Error('the run was stopped'));
      await end;
    };
    await withEnv(target, trial, input.start, interrupt, signal);
  },
});

/** Plays up to a call and starts it; gives the promise of its end. */
async function startCall(
  target: EnvTarget,
  trial: Trial,
  env: InteractionEnv<unknown>,
  { start, turns, pending }: Crossed,
  signal: AbortSignal,
): Promise<{ end: Promise<unknown> }> {
  const { seed } = start;
  if (pending === 'reset') {
    return { end: trial.attempt('reset', () => env.reset({ seed, attempt: 0, signal })) };
  }
  const played = await playEpisode(target, trial, { start, turns, env, signal });
  const [last = { text: 'so', truncated: false }] = played.responses.slice(-1);
  const turn = played.turns.length;
  const where = `step of turn ${turn}`;
  return { end: stepOnce(target, trial, env, { ...last, where, turn, seed, signal }) };
}
