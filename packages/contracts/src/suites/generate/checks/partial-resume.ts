import fc from 'fast-check';
import { argsForPlugin, copyPlain } from 'slime-runtime/hosting';
import type { Sample } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { argsOfCase, type EpisodeCase, showCase } from '../cases/episode-case.ts';
import { episodeCase } from '../cases/episode-cases.ts';
import { assertBudgets } from '../laws/assert-budgets.ts';
import { assertInvariants } from '../laws/assert-lengths.ts';
import { assertProvenance } from '../laws/assert-provenance.ts';
import { assertTokens } from '../laws/assert-tokens.ts';
import { claimReplies, claimsInResponse } from '../ledger/claim.ts';
import { playEpisode } from '../play-episode.ts';
import { samplesOf } from '../read-samples.ts';
import { repliesOf } from '../stage/wire.ts';
import type { GenerateTarget } from '../target.ts';

interface ResumeCase {
  episode: EpisodeCase;
  /** Requests before the one that is aborted; each is tried. */
  aborts: readonly number[];
  /** `mask_offpolicy_in_partial_rollout`: slime masks what the older policy sampled. */
  isMasked: boolean;
}

/** A sample that comes back with part of a response. */
export const partialResume = property<GenerateTarget, ResumeCase>({
  id: 'generate/partial-resume',
  title:
    'an aborted sample that is handed back is resumed without loss or repetition, or begun anew',
  why: 'With --partial-rollout slime puts aborted samples back with their tokens. Old tokens glued to a new start, or a mask that is as long as one half, train on a transcript that never was.',
  fix: 'Either start from the prompt and set tokens, response, mask, log-probs and weight_versions anew, or sample behind sample.tokens and append to all of them; what is masked stays masked. context.tape() starts anew.',
  source: 'slime/rollout/sglang_rollout.py generate, generate_and_rm (partial_rollout)',
  faults: ['A060', 'A061', 'B010'],
  requires: ['generate/tokens', 'generate/provenance'],
  share: 0.1,
  mostCases: 40,
  inputs: ({ world }) =>
    fc.record({
      episode: episodeCase(world, { ends: ['stop'], mostReplies: 3 }),
      aborts: fc.shuffledSubarray([0, 1, 2], { minLength: 2 }),
      isMasked: fc.boolean(),
    }),
  show: ({ episode, ...rest }, target) => ({ episode: showCase(episode, target), ...rest }),
  async holds(target, { episode, aborts, isMasked }, trial) {
    for (const at of aborts) await assertResumed(target, trial, episode, { at, isMasked });
  },
});

async function assertResumed(
  target: GenerateTarget,
  trial: Trial,
  input: EpisodeCase,
  { at, isMasked }: { at: number; isMasked: boolean },
): Promise<void> {
  const args = argsForPlugin({
    ...argsOfCase(input, target.world, target.stage),
    partial_rollout: true,
    mask_offpolicy_in_partial_rollout: isMasked,
  });
  const stopped = { ...input, troubles: [{ kind: 'abort' as const, at, times: null }] };
  const first = await playEpisode(target, trial, stopped, { args });
  const [sample, ...more] = samplesOf(first, trial) ?? [];
  // Only single samples go back to the buffer.
  if (sample === undefined || more.length > 0 || sample.status !== 'aborted') return;
  const handed = handBack(sample, isMasked);
  // Other words than before: what is begun anew must not look as if it were resumed.
  const replies = input.replies.map((reply) => ({ ...reply, text: `again ${reply.text}` }));
  const second = await playEpisode(target, trial, input, {
    where: 'generate on the aborted sample',
    args,
    sample: copyPlain(handed),
    script: { replies, firstNumber: repliesOf(first.requests).length },
  });
  const samples = samplesOf(second, trial);
  if (samples === null) return;
  assertInvariants(trial, second, args, ['status', 'response_length', 'loss_mask', 'log_probs']);
  const requests = [...first.requests, ...second.requests];
  assertTokens(trial, samples, repliesOf(requests), target.stage.encoder);
  assertProvenance(trial, samples, repliesOf(requests), { handed });
  for (const resumed of samples) {
    const [oldest] = claimsInResponse(resumed, claimReplies(resumed, repliesOf(requests)));
    // Begun anew, unless its first turn is of the first call.
    if (oldest === undefined || !first.requests.includes(oldest.reply.request)) continue;
    assertBudgets(trial, [resumed], { input, requests: second.requests });
    const trained = resumed.loss_mask?.slice(0, handed.response_length).indexOf(1) ?? 0;
    if (!isMasked || trained < 0) continue;
    trial.fail({
      expected: `mask 0 on the ${handed.response_length} tokens that slime masked as off-policy`,
      got: `mask 1 at response position ${trained}`,
    });
  }
}

/** As slime hands it over: what an older policy sampled masked where that is asked for. */
function handBack(sample: Sample, isMasked: boolean): Sample {
  if (!isMasked || sample.response_length === 0) return sample;
  return { ...sample, loss_mask: Array.from({ length: sample.response_length }, () => 0) };
}
