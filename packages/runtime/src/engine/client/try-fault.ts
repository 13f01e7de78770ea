import { errors } from 'undici';

/** Whether a request may be sent again after a fault, and whether to wait before it. */
export type Retry = 'now' | 'later' | 'never';

/** Facts of a fault beside its name and message. */
export interface TryFaultOptions {
  retry: Retry;
  cause?: unknown;
  status?: number;
  /** What `Retry-After` asked for. */
  retryAfterMs?: number;
}

/**
 * Why one try of a request was not used. Stays inside the engines: the caller sees `reason` as the
 * cause of a discarded try, and an EngineError when no try was left.
 */
export class TryFault extends Error {
  /** Short name, one of a small set: it becomes a counter and a `discarded` cause. */
  readonly reason: string;
  readonly retry: Retry;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, message: string, options: TryFaultOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TryFault';
    this.reason = reason;
    this.retry = options.retry;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** A reply that breaks the protocol at a JSON path: discarded, and asked for again at once. */
export function badReply(reason: string, path: string, problem: string): TryFault {
  return new TryFault(reason, `${path}: ${problem}`, { retry: 'now' });
}

/** What undici threw, as a fault; a request that it refuses to send is never sent again. */
export function transportFault(error: unknown): TryFault {
  if (error instanceof TryFault) return error;
  const problem = error instanceof Error ? error.message : String(error);
  const isOurs = error instanceof errors.InvalidArgumentError;
  return new TryFault(isOurs ? 'bad_request' : 'transport', describe(error, problem), {
    retry: isOurs ? 'never' : 'later',
    cause: error,
  });
}

/** `connect ECONNREFUSED …` carries its code in the message already; `terminated` does not. */
function describe(error: unknown, problem: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const text = problem === '' ? 'connection failed' : problem;
  return code === '' || text.includes(code) ? text : `${text} (${code})`;
}
