import fc from 'fast-check';
import { argsForPlugin, copyPlain } from 'slime-runtime/hosting';
import type { RolloutArgs } from 'slime-sdk';
import type { TurnPlan } from '../../arbitraries/turn-plan.ts';
import { property } from '../../check.ts';
import { type EpisodeStart, episodeStart, showEpisode, taken } from './episode-start.ts';
import { HeldTime } from './held-time.ts';
import { ordinaryTurns } from './ordinary-turns.ts';
import { playEpisode } from './play-episode.ts';
import type { EnvTarget } from './target.ts';

const heldTime = new HeldTime();

// The loop hands out frozen arguments, so that a plugin which writes to them throws somewhere in
// its episode: this comes before all that hands out frozen ones, and says what the throw means.
// What throws or hangs anyway was said before it.
export const argsNotWritten = property<EnvTarget, { start: EpisodeStart; turns: TurnPlan[] }>({
  id: 'env/args-not-written',
  title: 'args are not written to',
  why: 'All episodes of a run, evaluation too, share one object of arguments: what one episode writes there changes the others. The loop freezes it, so that such a write throws.',
  fix: 'Keep what belongs to an episode in the environment itself; copy what you want to change: { ...args, max_turns: 3 }.',
  source: 'examples/multi_agent/rollout_with_multi_agents.py:21-26',
  faults: ['B139', 'B061', 'B062'],
  requires: ['env/settles'],
  mostCases: 20,
  inputs: ({ world }) => fc.record({ start: episodeStart(world), turns: ordinaryTurns(world) }),
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const { args } = target.world;
    const free = copyPlain(args);
    const on = (given: RolloutArgs) =>
      playEpisode(target, trial, {
        // What it refuses is for env/build to say.
        start: taken(start),
        turns,
        throws: 'record',
        build: (signal) => target.buildOn(copyPlain(start.sample), given, signal),
      });
    if (heldTime.isSpent(target)) return;
    const { thrown } = await heldTime.of(target, trial, () => on(free));
    trial.equal(free, args, 'args after an episode');
    if (thrown !== null) return;
    // A write of the same value shows only where it is refused.
    const refused = (await on(argsForPlugin(args))).thrown;
    if (refused === null || !(refused.error instanceof TypeError)) return;
    trial.fail({
      expected: `${refused.where} on frozen args as on others`,
      got: refused.text,
    });
  },
});
