import type { IncomingHttpHeaders } from 'node:http';
import type { MaybePromise } from 'slime-sdk';
import type { FaultKind } from './fault-plan.ts';
import type { FinishReason } from './finish.ts';

/** A `/generate` request as it arrived, before anything is checked. */
export interface ArrivedRequest {
  /** `/generate` requests before it. */
  number: number;
  headers: IncomingHttpHeaders;
  /** JSON text, or whatever else was sent. */
  body: string;
}

/** A request that would be sampled now. */
export interface AdmittedRequest {
  number: number;
  /** The first prompt's ids; the policy is given the same array. */
  promptIds: readonly number[];
  /** Pictures sent with the first prompt. */
  images: number;
  /** Fires when the client is gone. */
  signal: AbortSignal;
}

/** What was sampled for a prompt, before the first byte of the reply. */
export interface SampledReply {
  number: number;
  rid: string;
  promptIds: readonly number[];
  ids: readonly number[];
  /** As JSON text, one an id. */
  logprobs: readonly string[];
  finish: FinishReason;
  fault: FaultKind | null;
}

/**
 * Watches an embedded engine from its own process and decides what goes wrong, request by request:
 * for suites that play the adversary of a plugin.
 */
export interface EngineTap {
  onArrived?(request: ArrivedRequest): void;
  /** Told of a request that is answered with 400, or with 500 for what SGLang fails at. */
  onRefused?(refusal: { number: number; status: number; message: string }): void;
  /**
   * Decides instead of the fault plan: a fault, a reply of its own (status 200; nothing is sampled),
   * or null. A promise holds the request until it settles or the client is gone.
   */
  decide?(request: AdmittedRequest): MaybePromise<FaultKind | { reply: string } | null>;
  onSampled?(reply: SampledReply): void;
}
