import fc from 'fast-check';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import { type EpisodeStart, episodeStart, showEpisode } from './episode-start.ts';
import { expectFresh } from './fresh-episode.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';
import { stepOnce, withEnv } from './with-env.ts';

interface TwoEpisodes {
  start: EpisodeStart;
  first: TurnPlan[];
  second: TurnPlan[];
  /** Of the second. */
  seed: number;
}

const inputs = ({ world }: EnvTarget): fc.Arbitrary<TwoEpisodes> =>
  fc.record({
    start: episodeStart(world),
    first: ordinaryTurns(world, { fewest: 0, most: 5 }),
    second: ordinaryTurns(world, { most: 5 }),
    seed: fc.nat(0x7fff_ffff),
  });

export const resetFresh = property<EnvTarget, TwoEpisodes>({
  id: 'env/reset-fresh',
  title: 'reset gives the state of a new environment',
  why: 'After a RetryableEnvError the loop resets the same environment and replays its turns. State that is left over from before makes another episode of it.',
  fix: 'Set every field in reset(), not in the constructor only; a ToolEnv makes its state in createState().',
  source:
    'DESIGN.md (failures of an environment); examples/geo3k_vlm_multi_turn/env_geo3k.py (reset)',
  faults: ['A093', 'B010', 'B046'],
  requires: ['env/step-result', 'env/deterministic'],
  share: 0.3,
  inputs,
  show: showEpisode,
  async holds(target, { start, first, second, seed }, trial) {
    await withEnv(target, trial, start, async (env) => {
      await playEpisode(target, trial, { start, turns: first, env });
      await expectFresh(target, trial, env, { start: { ...start, seed }, turns: second });
    });
  },
});

export const stepBeforeReset = property<EnvTarget, TwoEpisodes>({
  id: 'env/step-before-reset',
  title: 'a step before the first reset answers or throws, and leaves the next episode as it is',
  why: 'A caller that steps too early, such as a player of a single turn, must learn of it at once; what the step did must not reach the episode that follows.',
  fix: 'Throw an Error that says so, and set every field in reset().',
  source: 'examples/geo3k_vlm_multi_turn/base_env.py',
  faults: ['B010'],
  requires: ['env/reset-fresh'],
  share: 0.1,
  inputs,
  show: showEpisode,
  async holds(target, { start, second, seed }, trial) {
    const { signal } = new AbortController();
    await withEnv(target, trial, start, async (env) => {
      const text = 'The answer is \\boxed{1}.';
      const where = 'step before reset';
      await stepOnce(target, trial, env, { where, text, truncated: false, turn: 0, seed, signal });
      await expectFresh(target, trial, env, { start: { ...start, seed }, turns: second });
    });
  },
});

export const stepAfterDone = property<EnvTarget, TwoEpisodes>({
  id: 'env/step-after-done',
  title: 'a step after the end answers or throws, and leaves the next episode as it is',
  why: 'An episode that is over must not go on in secret: what a late step does, such as paying again or moving on to the next task, must not reach the episode that follows.',
  fix: 'Throw an Error that says so, or answer done again; set every field in reset().',
  source: 'tau_bench/envs/base.py:133-137',
  faults: ['B046', 'A069'],
  requires: ['env/reset-fresh'],
  share: 0.2,
  inputs,
  show: showEpisode,
  async holds(target, { start, first, second, seed }, trial) {
    const { signal } = new AbortController();
    await withEnv(target, trial, start, async (env) => {
      const played = await playEpisode(target, trial, { start, turns: first, env });
      const [last = { text: 'so', truncated: false }] = played.responses.slice(-1);
      for (const late of [1, 2]) {
        await stepOnce(target, trial, env, {
          ...last,
          where: `step ${late} after the end`,
          turn: played.turns.length + late - 1,
          seed: start.seed,
          signal,
        });
      }
      await expectFresh(target, trial, env, { start: { ...start, seed }, turns: second });
    });
  },
});
