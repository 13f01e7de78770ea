import { isSlimeError } from 'slime-sdk';
import { causeOf } from '../rollout/failure.ts';
import { ClientGoneError } from '../server/client-gone.ts';
import { BodyTooLargeError } from '../server/http-exchange.ts';

/** Why a request has no reward; the names that `/metrics` counts by. */
export type FaultKind =
  | 'unauthorized'
  | 'bad_request'
  | 'too_large'
  | 'label_unreadable'
  | 'queue_full'
  | 'stopping'
  | 'deadline'
  | 'reward_failed'
  | 'client_gone'
  | 'internal';

const STATUS: Readonly<Record<FaultKind, number>> = {
  unauthorized: 401,
  bad_request: 400,
  too_large: 413,
  label_unreadable: 422,
  queue_full: 429,
  stopping: 503,
  deadline: 504,
  reward_failed: 500,
  // Nobody reads it.
  client_gone: 499,
  internal: 500,
};

/** Longest message of a reply: a reward may throw megabytes. */
const MAX_MESSAGE = 2000;

/** A request that is answered with an error, never with a reward. */
export class RequestFault extends Error {
  readonly kind: FaultKind;
  /** What the client is asked to wait; null where waiting does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(kind: FaultKind, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.name = 'RequestFault';
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return STATUS[this.kind];
  }

  /** `{"error":{"type","message"}}` */
  get body(): string {
    return JSON.stringify({
      error: { type: this.kind, message: this.message.slice(0, MAX_MESSAGE) },
    });
  }
}

/**
 * Whose fault an error is: what a reward threw is `reward_failed`, but `label_unreadable` where it
 * refused the data; `internal` is ours.
 */
export function faultOf(error: unknown): RequestFault {
  if (error instanceof RequestFault) return error;
  if (error instanceof ClientGoneError) return new RequestFault('client_gone', error.message);
  if (error instanceof BodyTooLargeError) return new RequestFault('too_large', error.message);
  if (isSlimeError(error)) {
    const isData = causeOf(error, 'grader_failed') === 'data_failed';
    return new RequestFault(isData ? 'label_unreadable' : 'reward_failed', error.message);
  }
  return new RequestFault('internal', 'an error of the server itself; its output says more');
}
