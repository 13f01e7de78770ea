import { property } from '../../../check.ts';
import { showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { playEpisode } from '../play-episode.ts';
import type { WireRequest } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

/** The base: an ordinary call comes to an end. */
export const settles = property<GenerateTarget, Parameters<typeof showCase>[0]>({
  id: 'generate/settles',
  title: 'an ordinary call returns within the time limit',
  why: 'slime waits for every call of a rollout, without a limit: one that never returns stops the run, and one that throws ends it.',
  fix: 'Await what is started and return a sample. A function that needs keys of its rows is checked on them: name a data set with --prompt-data.',
  source: 'slime/rollout/sglang_rollout.py generate_and_rm',
  faults: ['B001'],
  requires: [],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) => episodeCase(world, { forms: 'plain', ends: ['stop'] }),
  show: showCase,
  async holds(target, input, trial) {
    const { outcome, requests, running } = await playEpisode(target, trial, input);
    if (!outcome.ok) {
      trial.fail({
        expected: 'generate does not throw',
        got: outcome.text,
        note: refusals(requests),
      });
    }
    if (running > 0) {
      trial.fail({
        expected: 'no request outlives the call',
        got: `${running} of its requests ran when it returned: await them`,
      });
    }
  },
});

/** What the engine refused on the way is mostly why. */
function refusals(requests: readonly WireRequest[]): string {
  const refused = requests.flatMap(({ at, refused: item }) =>
    item === null ? [] : [`the engine answered request ${at} with ${item.status}: ${item.message}`],
  );
  return refused.slice(0, 2).join('; ');
}
