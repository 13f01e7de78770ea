import type { Encoder, Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { type Claim, claimReplies, claimsInResponse, responseStart } from '../ledger/claim.ts';
import type { Episode } from '../play-episode.ts';
import { isScored, nameOf } from '../read-samples.ts';
import { isGood, repliesOf, type WireRequest } from '../stage/wire.ts';

/**
 * What the engine failed at, aborted or ended in no known way is never scored: not the turn itself,
 * and not an episode that was cut short by it. Turns that were resumed where they broke off are fine.
 */
export function assertNoFailureScored(
  trial: Trial,
  samples: readonly Sample[],
  { requests }: Pick<Episode, 'requests'>,
): void {
  const replies = repliesOf(requests);
  const failed = failedRequests(requests);
  for (const [at, sample] of samples.entries()) {
    assertFailureReward(trial, sample, nameOf(samples, at));
    if (!isScored(sample)) continue;
    const claims = claimReplies(sample, replies);
    for (const [index, claim] of claims.entries()) {
      if (isGood(claim.reply) || isResumed(claim, claims[index + 1])) continue;
      trial.fail({
        expected: `status aborted or failed, or the turn asked for again: ${describe(claim.reply.request)}`,
        got: `${nameOf(samples, at)} with status ${sample.status} and ${claim.length} ids of that turn`,
      });
    }
    const end = sampledEnd(sample, claims);
    // Where nothing was sampled there is nothing to score, whatever stands there instead.
    const isMadeUp = claimsInResponse(sample, claims).length === 0;
    const cut = isMadeUp
      ? failed.at(-1)
      : failed.find(({ promptIds }) => startsWith(promptIds ?? [], sample.tokens, end));
    if (cut !== undefined) {
      trial.fail({
        expected: `status aborted or failed, or an error thrown: ${describe(cut)}`,
        got: `${nameOf(samples, at)} with status ${sample.status} and reward ${JSON.stringify(sample.reward)}`,
      });
    }
  }
}

/** A sample that is given up carries no reward that anybody would train on. */
function assertFailureReward(trial: Trial, sample: Sample, name: string): void {
  const { status, reward, remove_sample } = sample;
  if (reward === null || (status !== 'aborted' && status !== 'failed')) return;
  if (status === 'aborted' && remove_sample) return;
  trial.fail({
    expected:
      status === 'failed'
        ? 'reward null on a failed sample'
        : 'reward null on an aborted sample, or remove_sample beside it',
    got: `${name} with status ${status} and reward ${JSON.stringify(reward)}`,
  });
}

/** A turn that was cut is not reported as completed. */
export function assertCutIsTold(
  trial: Trial,
  samples: readonly Sample[],
  { requests }: Pick<Episode, 'requests'>,
  encoder: Encoder,
): void {
  for (const [at, sample] of samples.entries()) {
    const last = claimsInResponse(sample, claimReplies(sample, repliesOf(requests))).at(-1);
    if (last === undefined || last.length < last.reply.ids.length) continue;
    const { finish, ids } = last.reply;
    const isCut = finish === 'length' && !encoder.stopIds.has(ids.at(-1) ?? -1);
    if (!isCut || sample.status !== 'completed' || sample.remove_sample) continue;
    trial.fail({
      expected: 'status truncated: the last turn was cut by length',
      got: `${nameOf(samples, at)} with status completed`,
    });
  }
}

/** Requests that no good reply answered, not even when they were sent again. */
function failedRequests(requests: readonly WireRequest[]): WireRequest[] {
  const answered = requests.filter(({ replies }) => replies.some(isGood));
  return requests.filter(
    ({ promptIds }) =>
      promptIds !== null &&
      !answered.some((other) => {
        const ids = other.promptIds ?? [];
        return ids.length === promptIds.length && startsWith(ids, promptIds, ids.length);
      }),
  );
}

/** The next turn goes on right behind it: only then was it no end. */
function isResumed(claim: Claim, next: Claim | undefined): boolean {
  return next !== undefined && next.start === claim.start + claim.length;
}

/** Where the last sampled id stands, plus one; the prompt's end where nothing was sampled. */
function sampledEnd(sample: Sample, claims: readonly Claim[]): number {
  const last = claimsInResponse(sample, claims).at(-1);
  return last === undefined ? responseStart(sample) : last.start + last.length;
}

function startsWith(ids: readonly number[], start: readonly number[], length: number): boolean {
  if (ids.length < length) return false;
  for (let at = 0; at < length; at += 1) if (ids[at] !== start[at]) return false;
  return true;
}

function describe({ at, trouble, refused }: WireRequest): string {
  const what = trouble ?? (refused === null ? 'no reply' : `HTTP ${refused.status}`);
  return `request ${at} met ${what}`;
}
