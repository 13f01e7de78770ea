import type { FaultKind } from 'slime-runtime';

/**
 * What the engine does wrong: a fault of the embedded engine, `hang` (no byte until the client gives
 * up) or `bare_abort` (a reply out of the waiting queue that says no more than id and finish reason,
 * as sgl-project/sglang#14835).
 */
export type TroubleKind = Exclude<FaultKind, 'stall'> | 'hang' | 'bare_abort';

/** One trouble of an episode. */
export interface Trouble {
  kind: TroubleKind;
  /** Requests of the episode before the first that it strikes. */
  at: number;
  /** Requests that it strikes, one after another; null: all from there on. */
  times: number | null;
}

/** Milliseconds after which a run is stopped whose engine never answers. */
export const PATIENCE_MS = 300;

/** What a turn may end with: nobody asks again for ever. */
const ENDINGS: ReadonlySet<TroubleKind> = new Set([
  'length',
  'limit_stop',
  'weight_version_change',
]);

/** How long a run goes on: without end, unless the engine fails without end. */
export function patienceFor(troubles: readonly Trouble[]): number | null {
  const isEndless = troubles.some(({ kind, times }) => times === null && !ENDINGS.has(kind));
  return isEndless ? PATIENCE_MS : null;
}

/** No usable reply comes back: busy, broken off, or no JSON. */
export const LOST_REPLIES = [
  'status_500',
  'status_429',
  'status_408',
  'status_502',
  'status_503',
  'status_504',
  'reset',
  'reset_mid',
  'truncated_body',
  'bad_json',
] as const satisfies readonly TroubleKind[];

/** A reply whose finish reason is none that SGLang has. */
export const BAD_FINISHES = [
  'null_finish',
  'unknown_finish',
] as const satisfies readonly TroubleKind[];

/** The engine ended the generation before its end. */
export const ABORTS = ['abort', 'bare_abort'] as const satisfies readonly TroubleKind[];

const lost: ReadonlySet<TroubleKind> = new Set([...LOST_REPLIES, 'status_400', 'duplicate_rid']);

/** Whether the client never gets what was sampled. */
export function losesReply(kind: TroubleKind | null): boolean {
  return kind !== null && (lost.has(kind) || kind === 'hang');
}

/** The trouble that strikes a request of an episode, counted from 0. */
export function troubleAt(troubles: readonly Trouble[], request: number): TroubleKind | null {
  const found = troubles.find(
    ({ at, times }) => request >= at && (times === null || request < at + times),
  );
  return found?.kind ?? null;
}
