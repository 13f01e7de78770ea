import fc from 'fast-check';
import { compactHostileText } from '../../arbitraries/hostile-text.ts';
import { type CompactText, expandText } from '../../arbitraries/compact-text.ts';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';
import { stepOnce, withEnv } from './with-env.ts';

interface Ended {
  start: EpisodeStart;
  /** Null: closed before there was a reset. */
  turns: TurnPlan[] | null;
}

const ended = ({ world }: EnvTarget): fc.Arbitrary<Ended> =>
  fc.record({
    start: episodeStart(world),
    turns: fc.option(ordinaryTurns(world, { fewest: 0, most: 4 }), { freq: 9 }),
  });

export const closeIdempotent = property<EnvTarget, Ended>({
  id: 'env/close-idempotent',
  title: 'close may be called at any point of an episode, and once more',
  why: 'An episode may end before its reset, between two turns, or by an abort that crosses its end. A close that throws there fails an episode that was scored.',
  fix: 'Give back what there is and forget it: this.handle?.release(); this.handle = undefined.',
  source: 'examples/geo3k_vlm_multi_turn/rollout.py:383-387 (close in finally)',
  faults: ['B017', 'A067', 'A097'],
  requires: ['env/hold'],
  share: 0.1,
  inputs: ended,
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    await withEnv(target, trial, start, async (env) => {
      if (turns !== null) await playEpisode(target, trial, { start, turns, env });
      await trial.call('close', () => env.close());
    });
  },
});

/** What makes an environment throw, if anything does. */
const PROVOCATIONS = ['hostile', 'early', 'aborted', 'late'] as const;
type Provocation = (typeof PROVOCATIONS)[number];

export const closeAfterThrow = property<
  EnvTarget,
  { start: EpisodeStart; provocation: Provocation; text: CompactText }
>({
  id: 'env/close-after-throw',
  title: 'close settles without a throw after a call that threw',
  why: 'The loop closes an environment on every path, after its failure above all. A close that then throws or hangs keeps what the episode held, and hides what failed first.',
  fix: 'Let close() depend on no state that a failed reset or step leaves half made, and give back locks in finally.',
  source: 'examples/geo3k_vlm_multi_turn/rollout.py:319-324,383-387',
  faults: ['B017', 'A097'],
  requires: ['env/close-idempotent'],
  share: 0.3,
  inputs: ({ world }) =>
    fc.record({
      start: episodeStart(world),
      provocation: fc.constantFrom(...PROVOCATIONS),
      text: compactHostileText(),
    }),
  show: showEpisode,
  async holds(target, { start, provocation, text: compact }, trial) {
    const { seed } = start;
    await withEnv(target, trial, start, async (env) => {
      const controller = new AbortController();
      const { signal } = controller;
      const step = (where: string, text: string, turn: number) =>
        stepOnce(target, trial, env, { where, text, truncated: false, turn, seed, signal });
      const text = expandText(compact);
      if (provocation === 'early') return void (await step('step before reset', text, 0));
      const reset = await trial.attempt('reset', () => env.reset({ seed, attempt: 0, signal }));
      if (!reset.ok && start.isMadeUp) return;
      if (provocation === 'aborted') controller.abort(new Error('the run was stopped'));
      await step('step of turn 0', text, 0);
      if (provocation === 'late') await step('step of turn 999', 'so', 999);
    });
  },
});
