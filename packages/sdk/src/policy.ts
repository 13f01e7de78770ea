import type { RolloutArgs } from './args.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { SamplingParams } from './sampling-params.ts';
import type { Sample } from './sample.ts';

/** One request, as a policy of the embedded engine sees it. */
export interface PolicyRequest {
  input_ids: readonly number[];
  /** The prompt decoded, special tokens visible. */
  text: string;
  sampling_params: SamplingParams;
  /** Pictures sent with the request. */
  images: number;
  /** The row that is answered, when the engine knows the data set; label included. */
  sample: Sample | undefined;
  /** Uniform in [0, 1); seeded by `sampling_seed` and the prompt, so that order cannot matter. */
  random(): number;
}

/** What a policy says: text (encoded, the turn end appended) or bare ids. */
export type PolicyReply =
  | string
  | { text: string; end?: boolean }
  | { ids: readonly number[]; logprobs?: readonly number[] };

/** A stand-in for a model: what the embedded engine samples from. */
export type Policy = (request: PolicyRequest) => MaybePromise<PolicyReply>;

const POLICY = Symbol.for('slime-sdk/policy');

/** The argument of {@link definePolicy}. */
export interface PolicyOptions {
  name: string;
  build(context: { args: RolloutArgs }): MaybePromise<Policy>;
}

/** A declared policy, as a module exports it. */
export interface PolicyDefinition extends PolicyOptions {
  readonly [POLICY]: true;
}

/** Declares a policy for the embedded engine: `export default definePolicy({ name, build })`. */
export function definePolicy(options: PolicyOptions): PolicyDefinition {
  if (typeof options.build !== 'function') {
    throw new TypeError(`definePolicy("${options.name}"): build must be a function`);
  }
  return { ...options, [POLICY]: true };
}

/** Whether a value came from {@link definePolicy}, of any copy of this package. */
export function isPolicyDefinition(value: unknown): value is PolicyDefinition {
  return typeof value === 'object' && value !== null && POLICY in value;
}
