import type { RolloutArgs } from './args.ts';
import type { Encoder } from './encoder.ts';
import type { GenerateEngine } from './engine.ts';
import type { FanOutReward } from './fan-out.ts';
import type { Logger } from './logger.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Sample } from './sample.ts';
import type { SamplingParams } from './sampling-params.ts';
import type { Tape } from './tape.ts';

/** What a custom generate function is handed. */
export interface GenerateContext {
  /** Evaluation, not training; slime's keyword `evaluation`. */
  evaluation: boolean;
  engine: GenerateEngine;
  encoder: Encoder;
  /** A fresh tape on the sample's prompt. */
  tape(): Tape;
  /** Sets `rollout_id ?? index` on every segment and splits or repeats the reward. */
  fanOut(segments: readonly Sample[], options: { reward: FanOutReward }): Sample[];
  seed: number;
  signal: AbortSignal;
  log: Logger;
}

/** slime's `--custom-generate-function-path`. */
export type CustomGenerate = (
  args: RolloutArgs,
  sample: Sample,
  samplingParams: SamplingParams,
  context: GenerateContext,
) => MaybePromise<Sample | Sample[]>;

const GENERATE = Symbol.for('slime-sdk/generate');

/** The argument of {@link defineGenerate}. */
export interface GenerateOptions {
  name: string;
  apiVersion: 1;
  /** The same engine and seed, the same samples. Default true. */
  deterministic?: boolean;
  /** Whether its segments share one reward or each has the whole. Default `full`. */
  fanOutReward?: FanOutReward;
  generate: CustomGenerate;
}

/** A declared generate function, as a module exports it. */
export interface GenerateDefinition extends GenerateOptions {
  readonly [GENERATE]: true;
}

/**
 * Declares a generate function: `export default defineGenerate({ name, apiVersion: 1, generate })`.
 *
 * @throws TypeError when `generate` is no function.
 */
export function defineGenerate(options: GenerateOptions): GenerateDefinition {
  if (typeof options.generate !== 'function') {
    throw new TypeError(`defineGenerate("${options.name}"): generate must be a function`);
  }
  return { ...options, [GENERATE]: true };
}

/** Whether a value came from {@link defineGenerate}, of any copy of this package. */
export function isGenerateDefinition(value: unknown): value is GenerateDefinition {
  return typeof value === 'object' && value !== null && GENERATE in value;
}
