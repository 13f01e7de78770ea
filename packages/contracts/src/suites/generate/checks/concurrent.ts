import { property } from '../../../check.ts';
import { showCase } from '../cases/episode-case.ts';
import { type Crowd, crowd, episodesOf } from '../cases/siblings.ts';
import { comparable } from '../comparable.ts';
import { playEpisode } from '../play-episode.ts';
import type { GenerateTarget } from '../target.ts';

const script = { isByPrompt: true };

/** Episodes share nothing. */
export const concurrent = property<GenerateTarget, Crowd>({
  id: 'generate/concurrent',
  title: 'episodes that run at a time come out as those that run one after another',
  why: 'slime runs hundreds at a time. What is kept outside the call (a history, a counter, the current sample) mixes their tokens, and only under load.',
  fix: 'Keep an episode’s state in variables of the call.',
  source: 'slime/rollout/sglang_rollout.py submit_generate_tasks',
  faults: ['A064', 'B139'],
  requires: ['generate/result-shape'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => crowd(world, { ends: ['stop'] }),
  show: (input, target) => episodesOf(input).map((episode) => showCase(episode, target)),
  needs: ({ plugin }) =>
    plugin.claims.deterministic ? null : 'a deterministic function (defineGenerate)',
  async holds(target, input, trial) {
    const episodes = episodesOf(input);
    const alone = [];
    for (const episode of episodes) {
      alone.push(comparable(await playEpisode(target, trial, episode, { script }), trial));
    }
    const together = await Promise.all(
      episodes.map((episode, at) =>
        playEpisode(target, trial, episode, { script, where: `generate of episode ${at}` }),
      ),
    );
    for (const [at, episode] of together.entries()) {
      trial.equal(
        comparable(episode, trial),
        alone[at],
        `samples of episode ${at} while ${episodes.length} run, compared with its run alone`,
      );
    }
  },
});
