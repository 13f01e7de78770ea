import type { Encoder, Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { type Claim, claimReplies, claimsInResponse, responseStart } from '../ledger/claim.ts';
import { isScored, nameOf } from '../read-samples.ts';
import { isGood, type WireReply } from '../stage/wire.ts';

/** Ids that a template puts behind a turn: its end and a separator. */
const TURN_END_IDS = 2;

/**
 * What scored samples are made of: the prompt as the engine read it, replies whole and in place,
 * and nothing behind the last one but the end of its turn.
 */
export function assertTokens(
  trial: Trial,
  samples: readonly Sample[],
  replies: readonly WireReply[],
  encoder: Encoder,
): void {
  for (const [at, sample] of samples.entries()) {
    if (!isScored(sample)) continue;
    const name = nameOf(samples, at);
    const claims = claimsInResponse(sample, claimReplies(sample, replies));
    assertPrompts(trial, sample, claims, replies, name);
    const [first] = claims;
    const last = claims.at(-1);
    if (first === undefined || last === undefined) {
      trial.fail({
        expected: `the response of ${name} holds a reply of the engine`,
        got: describeNone(sample, replies),
      });
    }
    const start = responseStart(sample);
    if (first.start < start) {
      trial.fail({
        expected: `the response of ${name} starts where a turn starts, at token ${first.start}`,
        got: `response_length ${sample.response_length}, so that it starts at token ${start}`,
      });
    }
    assertTail(trial, sample, last, encoder, name);
    assertWhole(trial, sample, last, name);
  }
}

/**
 * The last turn is whole, or its status says that it was cut. A turn before it may be cut: the
 * engine was asked on with what was kept, so that all later ids were sampled behind it.
 */
function assertWhole(trial: Trial, sample: Sample, { reply, start, length }: Claim, name: string) {
  if (length === reply.ids.length || sample.status !== 'completed' || !isGood(reply)) return;
  // What another turn begins with by chance, or is masked, is not used.
  const offset = start - responseStart(sample);
  const isTrained =
    sample.loss_mask === null ||
    sample.loss_mask.slice(Math.max(0, offset), offset + length).includes(1);
  if (!isTrained) return;
  trial.fail({
    expected: `all ${reply.ids.length} ids of reply ${reply.number}, or status truncated`,
    got: `${length} of them in ${name} with status completed: without ${short(reply.ids.slice(length))}`,
    note: 'the end of a turn is sampled too, and trained: without it the model forgets to stop',
  });
}

/** Ids of a reply that stand in the sample, but not behind what the engine was asked with. */
function assertPrompts(
  trial: Trial,
  sample: Sample,
  claims: readonly Claim[],
  replies: readonly WireReply[],
  name: string,
): void {
  const start = responseStart(sample);
  const claimed = new Set(claims.map(({ reply }) => reply));
  for (let at = start; at < sample.tokens.length; at += 1) {
    if (sample.loss_mask?.[at - start] === 0 || isClaimed(claims, at)) continue;
    if (at > start && sample.loss_mask?.[at - start - 1] === 1 && !isClaimed(claims, at - 1))
      continue;
    const moved = replies.find(
      (reply) =>
        reply.isDelivered &&
        reply.ids.length > 0 &&
        !claimed.has(reply) &&
        reply.ids.every((id, offset) => sample.tokens[at + offset] === id),
    );
    if (moved === undefined) continue;
    trial.fail({
      expected: `before reply ${moved.number} ${name} holds what the engine was asked with`,
      got: describeDifference(sample.tokens.slice(0, at), moved.promptIds),
    });
  }
}

function isClaimed(claims: readonly Claim[], at: number): boolean {
  return claims.some(({ start, length }) => at >= start && at < start + length);
}

function assertTail(
  trial: Trial,
  sample: Sample,
  last: Claim,
  encoder: Encoder,
  name: string,
): void {
  const tail = sample.tokens.slice(last.start + last.length);
  const isTurnEnd = tail.length <= TURN_END_IDS && encoder.stopIds.has(tail[0] ?? -1);
  if (tail.length === 0 || isTurnEnd) return;
  trial.fail({
    expected: `${name} ends with what was sampled: no observation that no turn follows`,
    got: `${tail.length} more ids behind the last reply: ${short(tail)}`,
  });
}

function describeNone(sample: Sample, replies: readonly WireReply[]): string {
  const reply = replies.find(({ isDelivered, ids }) => isDelivered && ids.length > 0);
  if (sample.response_length === 0) return 'a response of 0 tokens';
  if (reply === undefined) return 'a response, though the engine sampled nothing';
  return describeDifference(sample.tokens, [...reply.promptIds, ...reply.ids]);
}

/** How the sample's ids differ from the engine's. */
function describeDifference(got: readonly number[], engine: readonly number[]): string {
  let at = 0;
  while (at < got.length && at < engine.length && got[at] === engine[at]) at += 1;
  return (
    `from token ${at} on the sample has ${short(got.slice(at))}, ` +
    `the engine ${short(engine.slice(at))}`
  );
}

function short(ids: readonly number[]): string {
  const shown = ids.slice(0, 6).join(', ');
  return ids.length === 0 ? 'nothing' : `[${shown}${ids.length > 6 ? ', …' : ''}]`;
}
