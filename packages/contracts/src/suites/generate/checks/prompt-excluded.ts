import fc from 'fast-check';
import { property } from '../../../check.ts';
import { type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase, rowOf } from '../cases/episode-cases.ts';
import { askedTokens } from '../laws/assert-budgets.ts';
import { playEpisode } from '../play-episode.ts';
import type { GenerateTarget } from '../target.ts';

interface PromptPair {
  episode: EpisodeCase;
  other: EpisodeCase['row'];
}

/** Less than most prompts have, so that a prompt that counts shows. */
const RESPONSE = 64;

/** The response budget is the response's. */
export const promptExcluded = property<GenerateTarget, PromptPair>({
  id: 'generate/prompt-excluded',
  title: 'the response budget does not depend on the length of the prompt',
  why: 'rollout_max_response_len bounds the response alone. Where the prompt is taken off it, long prompts and pictures leave a few tokens or none, and their samples come back truncated.',
  fix: 'Keep two budgets: rollout_max_response_len less the tokens of the response, and the context less all tokens.',
  source: 'slime/utils/arguments.py rollout_max_response_len',
  faults: ['B003'],
  requires: ['generate/result-shape'],
  share: 0.05,
  mostCases: 20,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, {
        forms: 'plain',
        ends: ['stop'],
        response: fc.constant(RESPONSE),
        mostReplies: 1,
      }),
      other: rowOf(world).map((row) =>
        typeof row === 'number' ? row : { ...row, prompt: `${row.prompt}${' Think.'.repeat(20)}` },
      ),
    }),
  show: ({ episode, other }, target) => ({
    episode: showCase(episode, target),
    other: showCase({ ...episode, row: other }, target),
  }),
  async holds(target, { episode, other }, trial) {
    const asked = [];
    for (const row of [episode.row, other]) {
      const { requests } = await playEpisode(target, trial, { ...episode, row });
      const [first] = requests;
      asked.push({
        prompt: first?.promptIds?.length ?? null,
        asked: first === undefined ? 'no request' : String(askedTokens(first)),
      });
    }
    const [one, two] = asked;
    if (one === undefined || two === undefined || one.asked === two.asked) return;
    trial.fail({
      expected: `the same max_new_tokens for prompts of any length: rollout_max_response_len ${RESPONSE}, no limit of the context`,
      got: `${one.asked} behind ${one.prompt ?? 'unread'} tokens, ${two.asked} behind ${two.prompt ?? 'unread'}`,
    });
  },
});
