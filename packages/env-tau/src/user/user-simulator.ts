import type { JsonObject, MaybePromise } from 'slime-sdk';

/** What a simulator has spent on an episode so far, failed and repeated requests included. */
export interface UserUsage {
  /** Requests that were sent to a model, each try of one. */
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** USD; null where the model has no known price. */
  readonly cost: number | null;
}

/** The usage of a simulator that asks no model. */
export const NO_USAGE: UserUsage = { requests: 0, promptTokens: 0, completionTokens: 0, cost: 0 };

/** How a conversation starts. */
export interface UserStart {
  /** The same episode is tried again: what was spent on it so far still counts. */
  readonly isRetry: boolean;
  readonly signal: AbortSignal;
}

/** Who plays the customer. Made for one episode; nothing is asked of anybody before `open`. */
export interface UserSimulator {
  /** Starts the conversation anew and gives the first message. */
  open(start: UserStart): MaybePromise<string>;
  /** Answers a message of the agent: the stop marker alone when there is no more to say. */
  reply(content: string, signal: AbortSignal): MaybePromise<string>;
  /** The conversation so far, to go back to. */
  save(): JsonObject;
  /** Goes back to what `save` gave; what was spent since stays spent. */
  load(state: JsonObject): void;
  usage(): UserUsage;
  close(): MaybePromise<void>;
}
