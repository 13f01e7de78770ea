import type { TroubleKind } from './trouble.ts';

/** One `/generate` request of an episode, as the engine saw it. */
export interface WireRequest {
  /** Requests of the episode before it. */
  at: number;
  /** Null: no JSON object. */
  body: Readonly<Record<string, unknown>> | null;
  routingKey: string | null;
  rid: string | null;
  /** Null: refused before its prompt was read. */
  promptIds: readonly number[] | null;
  images: number;
  trouble: TroubleKind | null;
  /** The engine's own refusal. */
  refused: { status: number; message: string } | null;
  /** What was sampled: one, or several of a batch. */
  replies: WireReply[];
}

/** How a reply says that it ended, as far as checks tell apart. */
export type WireFinish = 'stop' | 'length' | 'abort' | 'bad';

/** What was sampled for a request: an entry of the engine's ledger. */
export interface WireReply {
  /** Counts the replies of an episode. */
  number: number;
  request: WireRequest;
  promptIds: readonly number[];
  ids: readonly number[];
  /** Null where the engine gave none. */
  logprobs: readonly (number | null)[];
  finish: WireFinish;
  /** Null: the reply did not say. */
  version: string | null;
  /** The client got it whole. */
  isDelivered: boolean;
}

/** Whether a reply ended as a turn does: not aborted, and with a finish reason that SGLang has. */
export function isGood(reply: WireReply): boolean {
  return reply.isDelivered && reply.finish !== 'abort' && reply.finish !== 'bad';
}

/** Replies of an episode, in order. */
export function repliesOf(requests: readonly WireRequest[]): WireReply[] {
  return requests.flatMap(({ replies }) => replies);
}
