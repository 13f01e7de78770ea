import {
  EnvError,
  findJsonFault,
  GraderError,
  isSlimeError,
  type JsonObject,
  RetryableEnvError,
} from 'slime-sdk';
import { describeThrown, errorNameOf, isError, originOf } from './describe-thrown.ts';
import { ResultFault } from './result-fault.ts';

/** The calls that a plugin gets. */
export type Where =
  | 'buildEnv'
  | 'reset'
  | 'step'
  | 'formatObservation'
  | 'snapshot'
  | 'restore'
  | 'metrics'
  | 'close'
  | 'reward'
  | 'generate'
  | 'load';

/** Which call of which plugin an error is about. */
export interface CallFacts {
  /** `env "geo3k"`, `reward "./rm.ts"`. */
  plugin: string;
  where: Where;
  /** The sample's index; null where there is none, or the call is about a group. */
  index: number | null;
  /** Counted from 0; null outside of turns. */
  turn: number | null;
}

/**
 * The error of a call that failed for a reason of ours: over its deadline, process gone. A
 * {@link GraderError} for rewards, else an {@link EnvError}; `data` has the facts and the reason.
 */
export function callFailure(
  facts: CallFacts,
  reason: string,
  options: { cause?: unknown; data?: JsonObject } = {},
): EnvError | GraderError {
  const message = `${facts.plugin}: ${facts.where}${ofSample(facts)} ${reason}`;
  const full = {
    ...(options.cause === undefined ? {} : { cause: options.cause }),
    data: { ...options.data, ...facts, reason },
  };
  return facts.where === 'reward' ? new GraderError(message, full) : new EnvError(message, full);
}

/** What `data` of a call's error holds when the call went past a bound of time or memory. */
export const PAST_BOUND: JsonObject = { over_bound: true };

/** Whether a call failed for going past a bound, and not for what it did. */
export function isOverBound(error: unknown): error is GraderError | EnvError {
  return isSlimeError(error) && error.data['over_bound'] === true;
}

function ofSample({ index, turn }: CallFacts): string {
  return (turn === null ? '' : ` of turn ${turn}`) + (index === null ? '' : ` (sample ${index})`);
}

/**
 * The error of a call that threw, or whose result was wrong. Of an error of the SDK, or of a class
 * that a plugin made of one, `data.error_name` keeps the name: failures are counted by it.
 */
export function thrownFailure(
  facts: CallFacts,
  thrown: unknown,
): EnvError | GraderError | RetryableEnvError {
  if (!isError(thrown)) return callFailure(facts, describeThrown(thrown), { cause: thrown });
  if (thrown instanceof ResultFault) {
    return callFailure(facts, `gave a wrong result: ${thrown.inResult}`);
  }
  const data = isSlimeError(thrown)
    ? {
        ...(findJsonFault(thrown.data) === undefined ? thrown.data : {}),
        error_name: errorNameOf(thrown),
      }
    : {};
  if (isSlimeError(thrown) && thrown.code === 'SLIME_ENV_RETRYABLE' && facts.where !== 'reward') {
    return new RetryableEnvError(
      `${facts.plugin}: ${facts.where}${ofSample(facts)}: ${thrown.message}`,
      { cause: thrown, data: { ...data, ...facts, reason: thrown.message } },
    );
  }
  const origin = originOf(thrown);
  const reason = describeThrown(thrown) + (origin === null ? '' : ` (${origin})`);
  return callFailure(facts, reason, { cause: thrown, data });
}
