import type { JsonObject } from './json.ts';

const BRAND = Symbol.for('slime-sdk/error');

/** What an error carries besides its message. */
export interface SlimeErrorOptions {
  readonly cause?: unknown;
  /** Machine-readable facts: file, row, JSON path, turn, value. */
  readonly data?: JsonObject;
}

/**
 * Base of every error that this project throws.
 *
 * `code` is stable between major versions, the message is not. Errors are recognised by a
 * registered symbol ({@link isSlimeError}), so that two copies of the package agree.
 */
export class SlimeError extends Error {
  readonly code: `SLIME_${string}`;
  readonly data: JsonObject;
  readonly [BRAND] = true;

  constructor(code: `SLIME_${string}`, message: string, options: SlimeErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.data = options.data ?? {};
  }
}

/** A flag, a configuration key or a call that is wrong: the user can mend it. */
export class ConfigError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_CONFIG', message, options);
  }
}

/** A row, a file or a picture of the data set that cannot be used. */
export class DataError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_DATA', message, options);
  }
}

/** A user's module that cannot be resolved, loaded or recognised. */
export class PluginError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_PLUGIN', message, options);
  }
}

/** A failure of the environment: never scored. */
export class EnvError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_ENV', message, options);
  }
}

/**
 * Thrown by an environment for a failure that may pass (a busy backend, a lost connection).
 *
 * The loop retries the turn, at most `max_env_retries_per_turn` times.
 */
export class RetryableEnvError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_ENV_RETRYABLE', message, options);
  }
}

/** A failure of the reward function: never a reward. */
export class GraderError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_GRADER', message, options);
  }
}

/** A failure of the inference engine, or a reply of it that breaks its protocol. */
export class EngineError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_ENGINE', message, options);
  }
}

/** What went wrong between a client of `slime-sdk/llm` and its endpoint. */
export type LlmErrorKind = 'transport' | 'status' | 'reply' | 'cost_limit' | 'timeout';

/** A call of a language model, a judge or a simulated user, that gave no reply; `data` has the kind. */
export class LlmError extends SlimeError {
  readonly kind: LlmErrorKind;

  constructor(message: string, kind: LlmErrorKind, options?: SlimeErrorOptions) {
    super('SLIME_LLM', message, { ...options, data: { ...options?.data, kind } });
    this.kind = kind;
  }
}

/** A chat template, tokenizer or checkpoint that cannot be used as asked. */
export class EncoderError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_ENCODER', message, options);
  }
}

/** A sample that breaks an invariant; `data.issues` lists them with their paths. */
export class SampleError extends SlimeError {
  constructor(message: string, options?: SlimeErrorOptions) {
    super('SLIME_SAMPLE', message, options);
  }
}

/** Whether a value is an error of ours, of any copy of this package. */
export function isSlimeError(value: unknown): value is SlimeError {
  try {
    return value instanceof Error && BRAND in value;
  } catch {
    // A proxy that throws when it is asked: a plugin may throw one.
    return false;
  }
}
