import { property } from '../../../check.ts';
import { rewardOf } from '../episode-calls.ts';
import { playEpisode, type Transcript } from '../play-episode.ts';
import type { EnvTarget } from '../target.ts';
import { atTurn, type EpisodeCase, episodeCase, showEpisode } from './episode-case.ts';

/** Rounding that adding rewards up may bring, as a part of the range. */
const ROUNDING = 1e-6;

/** Turns of the longest episodes: as many as the loop plays, unless those are very many. */
const LEAST_TURNS = 8;
const MOST_TURNS = 32;

/** Ways in which the loop ends an episode that it then grades. */
const ENDINGS: Record<Transcript['ended'], string | null> = {
  done: 'by done',
  max_turns: 'by the turn limit (max_turns)',
  cut: 'by a turn that was cut (context.truncated)',
  plan: null,
  thrown: null,
};

/** The rewards of steps are numbers that one can train on, within the declared range. */
export const rewardNumber = property<EnvTarget, EpisodeCase>({
  id: 'env/reward-number',
  title:
    'Step rewards are finite numbers that reduce to the declared range, and one is there at the end',
  why:
    'A reward that is NaN, infinite as a 32-bit float or missing poisons its whole group; one that ' +
    'is given without being declared is lost. The loop may end the episode after any turn, so what ' +
    'was earned so far must be in the range each time.',
  fix:
    'Return a finite number as `reward` and declare reward: { reduction, range } in defineEnv, with ' +
    'the range of the reduced reward. Where nothing is reached yet, return 0, best from every step: ' +
    'the loop ends episodes too, after max_turns and after a turn that was cut (context.truncated).',
  source:
    'packages/runtime/src/rollout/interact.ts (reduceReward), score.ts (settle); slime/ray/rollout.py:618',
  faults: ['A001', 'A016', 'B013', 'B076'],
  requires: ['env/survives-text', 'env/survives-calls', 'env/step-result'],
  share: 0.25,
  inputs: (target) => {
    const { max_turns } = target.world.args;
    return episodeCase(target, Math.min(MOST_TURNS, Math.max(LEAST_TURNS, max_turns)));
  },
  show: showEpisode,
  async holds(target, { start, turns }, trial) {
    const { declaration } = target.plugin;
    const played = await playEpisode(target, trial, { start, turns, throws: 'record' });
    let total: number | null = null;
    for (const turn of played.turns) {
      const reward = rewardOf(turn.result);
      if (reward === undefined) continue;
      const note = atTurn(turn);
      if (declaration.reward === null) {
        return trial.fail({
          expected: 'no reward, since none is declared in defineEnv',
          got: reward,
          note,
        });
      }
      if (typeof reward !== 'number' || !Number.isFinite(Math.fround(reward))) {
        return trial.fail({
          expected: 'a number that is finite as a 32-bit float',
          got: reward,
          note,
        });
      }
      const { range, reduction } = declaration.reward;
      total = reduction === 'sum' ? (total ?? 0) + reward : reward;
      const [low, high] = range;
      const slack = ROUNDING * Math.max(1, Math.abs(low), Math.abs(high));
      if (total >= low - slack && total <= high + slack) continue;
      trial.fail({
        expected: `the ${reduction} of the step rewards within ${low} to ${high}, as declared`,
        got: total,
        note,
      });
    }
    const isOnly = declaration.reward !== null && declaration.reward.combine === undefined;
    const last = played.turns.at(-1);
    const ending = ENDINGS[played.ended];
    if (ending === null || !isOnly || total !== null || last === undefined) return;
    trial.fail({
      expected: `a reward from the last step, or from one before it: the episode ended ${ending}`,
      got: 'an episode without any reward, which fails as one that could not be graded',
      note: atTurn(last),
    });
  },
});
