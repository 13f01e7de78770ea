import fc from 'fast-check';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { AMPLE, episodeCase } from '../cases/episode-cases.ts';
import { assertBudgets } from '../laws/assert-budgets.ts';
import { assertInvariants } from '../laws/assert-lengths.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOf } from '../read-samples.ts';
import type { GenerateTarget } from '../target.ts';

interface BudgetCase {
  episode: EpisodeCase;
  /** `rollout_max_response_len` and the room that the context leaves behind the prompt. */
  limits: readonly { response: number; room: number | null }[];
}

const RESPONSES = [12, 40, 1, 100, 250, AMPLE];
const ROOMS = [null, 30, 8, 120, 0, 60, -3, 250];

/** Budgets and context are never exceeded. */
export const budgets = property<GenerateTarget, BudgetCase>({
  id: 'generate/budgets',
  title: 'response budget and context are never exceeded, nor asked for beyond what is left',
  why: 'SGLang answers 400 to prompt and max_new_tokens beyond its context, which ends the episode; a sample over the limit runs the trainer out of memory.',
  fix: 'Ask for min(turn cap, rollout_max_response_len less what the response holds, rollout_max_context_len less all tokens), measure an observation before it is appended, and send nothing when no room is left.',
  source: 'SGLang POST /generate; slime/utils/arguments.py rollout_max_context_len',
  faults: ['A021', 'A022', 'B004', 'B005', 'B006', 'B087'],
  requires: ['generate/tokens'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { mostReplies: 3 }),
      limits: fc.array(
        fc.record({
          response: fc.constantFrom(...RESPONSES),
          room: fc.constantFrom(...ROOMS),
        }),
        { minLength: 3, maxLength: 6 },
      ),
    }),
  show: ({ episode, limits }, target) => ({ episode: showCase(episode, target), limits }),
  async holds(target, { episode: input, limits }, trial: Trial) {
    const free = await playEpisode(target, trial, input);
    const prompt = free.requests[0]?.promptIds?.length;
    trial.require(prompt !== undefined);
    for (const { response, room } of limits) {
      const context = room === null ? null : Math.max(1, prompt + room);
      const episode = await playEpisode(target, trial, { ...input, response, context });
      assertInvariants(trial, episode, episode.args, ['response_length']);
      assertBudgets(trial, samplesOf(episode, trial) ?? [], episode);
    }
  },
});
