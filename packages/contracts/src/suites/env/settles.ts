import fc from 'fast-check';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { type EpisodeStart, episodeStart, showEpisode, taken } from './episode-start.ts';
import { HeldTime } from './held-time.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { breachOf, playEpisode } from './play-episode.ts';
import { takesOtherwise } from './startable.ts';
import { type EnvTarget, onFreeArgs } from './target.ts';

const heldTime = new HeldTime();

export const settles = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[] }>({
  id: 'env/settles',
  title: 'an ordinary episode runs through: no call throws, and each settles in time',
  why: 'A call that throws fails the episode, and a call that never settles holds it until its deadline. Failures that come with certain actions of the policy bias what is trained.',
  fix: 'Answer what the policy can mend with an observation, throw RetryableEnvError for what may pass, and give each wait of your own a time limit. Check --timeout where calls are slow by nature.',
  source: 'examples/geo3k_vlm_multi_turn/rollout.py:213 (env.step)',
  faults: ['B012', 'A063', 'B042', 'B028', 'A089'],
  requires: ['env/build'],
  inputs: ({ world }) => fc.record({ start: episodeStart(world), turns: ordinaryTurns(world) }),
  show: showEpisode,
  async holds(target, { start, turns }, trial: Trial) {
    const options = { start: taken(start), turns, throws: 'record' } as const;
    if (heldTime.isSpent(target)) return;
    const free = onFreeArgs(target);
    const played = await heldTime.of(target, trial, () => playEpisode(free, trial, options));
    if (played.thrown === null) return;
    // A sample that it takes with another seed is none that it refuses.
    const isRefusal = played.reset === null && start.isMadeUp;
    if (isRefusal) trial.require(await takesOtherwise(free, trial, start));
    trial.fail(breachOf(start, played, played.thrown));
  },
});
