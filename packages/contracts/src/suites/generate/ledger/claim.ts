import type { Sample } from 'slime-sdk';
import { isGood, type WireReply } from '../stage/wire.ts';

/** A reply that stands in a sample: right behind the ids that the engine was asked with. */
export interface Claim {
  reply: WireReply;
  /** Position of its first id in `tokens`. */
  start: number;
  /** Ids of it that stand there: all, or fewer where the plugin cut it. */
  length: number;
}

/** Replies that stand in a sample, in order; they do not overlap. */
export function claimReplies(sample: Sample, replies: readonly WireReply[]): Claim[] {
  const best = new Map<number, Claim>();
  for (const reply of replies) {
    if (!reply.isDelivered) continue;
    const start = reply.promptIds.length;
    const length = standsFor(reply, sample.tokens);
    if (length === 0) continue;
    const claim = { reply, start, length };
    const other = best.get(start);
    if (other === undefined || isBetter(claim, other, sample)) best.set(start, claim);
  }
  return withoutOverlap([...best.values()].sort((left, right) => left.start - right.start));
}

/** How many ids of a reply stand behind its prompt; 0 when the prompt is another. */
function standsFor({ promptIds, ids }: WireReply, tokens: readonly number[]): number {
  if (promptIds.length >= tokens.length) return 0;
  for (let at = 0; at < promptIds.length; at += 1) if (promptIds[at] !== tokens[at]) return 0;
  let length = 0;
  while (length < ids.length && ids[length] === tokens[promptIds.length + length]) length += 1;
  return length;
}

/** Of two replies to one prompt: the one with more ids, with the sample's log-probs, or the better. */
function isBetter(claim: Claim, other: Claim, sample: Sample): boolean {
  if (claim.length !== other.length) return claim.length > other.length;
  const difference = agreement(claim, sample) - agreement(other, sample);
  if (difference !== 0) return difference > 0;
  return isGood(claim.reply) && !isGood(other.reply);
}

function agreement({ reply, start, length }: Claim, sample: Sample): number {
  const offset = start - (sample.tokens.length - sample.response_length);
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    if (reply.logprobs[at] === sample.rollout_log_probs?.[offset + at]) count += 1;
  }
  return count;
}

/**
 * A reply whose ids stand within another's belongs to a request that the plugin gave up: what goes
 * on behind it was asked for later, so the earlier one ends there.
 */
function withoutOverlap(claims: readonly Claim[]): Claim[] {
  const kept: Claim[] = [];
  for (const claim of claims) {
    const before = kept.at(-1);
    if (before === undefined || before.start + before.length <= claim.start) {
      kept.push(claim);
    } else if (claim.start + claim.length > before.start + before.length) {
      kept[kept.length - 1] = { ...before, length: claim.start - before.start };
      kept.push(claim);
    }
  }
  return kept;
}

/** First position of the response in `tokens`. */
export function responseStart(sample: Sample): number {
  return sample.tokens.length - sample.response_length;
}

/** Claims that lie in the response, at least in part. */
export function claimsInResponse(sample: Sample, claims: readonly Claim[]): Claim[] {
  const start = responseStart(sample);
  return claims.filter((claim) => claim.start + claim.length > start);
}
