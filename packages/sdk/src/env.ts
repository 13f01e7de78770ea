import type { z } from 'zod';
import type { RolloutArgs } from './args.ts';
import type { TemplateRewording } from './encoder.ts';
import type { JsonObject } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { ImageSource, Message, ParsedCall, Part, ToolSpec } from './messages.ts';
import type { Sample } from './sample.ts';

/** Observation of the default kind: text, and pictures where the model takes them. */
export interface TextObservation {
  text: string;
  /** Default `user`. `tool` is rendered by the template's tool branch. */
  role?: 'user' | 'tool';
  images?: ImageSource[];
  /** For `tool`: the call this answers. */
  tool_call_id?: string;
  /** For `tool`: the tool's name. */
  name?: string;
}

/** What an environment is told when an episode starts. */
export interface ResetContext {
  /** The same for the siblings of a prompt: from `rollout_seed`, epoch and `group_index`. */
  seed: number;
  /** 0 at first, then one more for each replay after a {@link RetryableEnvError}. */
  attempt: number;
  /** Aborted at the deadline and when the run ends. */
  signal: AbortSignal;
}

/** What an environment is told with a turn. */
export interface StepContext {
  /** Counted from 0. */
  turn: number;
  /** Text of the reasoning block, empty where there is none. */
  reasoning: string;
  /** The turn's text without reasoning and calls. */
  content: string;
  /** In order; read outside reasoning only. Empty when the turn was cut. */
  calls: ParsedCall[];
  /** The turn was cut by length: judge its answer, the episode ends. */
  truncated: boolean;
  seed: number;
  signal: AbortSignal;
}

/** What `reset` may give. */
export interface ResetResult {
  /** Replaces the row's prompt. */
  messages?: Message[];
  /** Handed to the chat template. */
  tools?: ToolSpec[];
  /**
   * Puts other words in the place of the chat template's own, such as its sentence on how many tools
   * may be called. A template without these words fails the episode, with a message that says so.
   */
  reword?: TemplateRewording;
  info?: JsonObject;
}

/** What `step` gives: slime's tuple `(observation, done, info)` as an object. */
export interface StepResult<Observation, Info extends JsonObject = JsonObject> {
  observation: Observation;
  done: boolean;
  info?: Info;
  /** Reduced over the episode as the definition's `reward.reduction` says. */
  reward?: number;
}

/** The shape of an environment; recognised by its methods, never by `instanceof`. */
export interface InteractionEnv<
  Observation = TextObservation,
  Info extends JsonObject = JsonObject,
> {
  reset(context: ResetContext): MaybePromise<ResetResult>;
  step(responseText: string, context: StepContext): MaybePromise<StepResult<Observation, Info>>;
  formatObservation(observation: Observation): Message | Message[];
  snapshot?(): MaybePromise<unknown>;
  restore?(snapshot: unknown): MaybePromise<void>;
  metrics?(): Record<string, number>;
  close(): MaybePromise<void>;
}

/**
 * Base class of environments; slime's `BaseInteractionEnv` (examples/geo3k_vlm_multi_turn).
 *
 * Throw anything; throw {@link RetryableEnvError} for what may pass. `close` runs exactly once.
 */
export abstract class BaseInteractionEnv<
  Observation = TextObservation,
  Info extends JsonObject = JsonObject,
> implements InteractionEnv<Observation, Info> {
  /** Starts an episode. Default: the row's prompt stands. */
  reset(_context: ResetContext): MaybePromise<ResetResult> {
    return {};
  }

  /** Answers a turn. `responseText` is the turn's whole text without its end token. */
  abstract step(
    responseText: string,
    context: StepContext,
  ): MaybePromise<StepResult<Observation, Info>>;

  /**
   * Turns an observation into messages. The default takes a {@link TextObservation} and keeps its
   * role; content is a string unless there are pictures.
   *
   * @throws TypeError when the observation has no string `text`.
   */
  formatObservation(observation: Observation): Message | Message[] {
    return formatTextObservation(observation);
  }

  close(): MaybePromise<void> {}
}

/** Turns a {@link TextObservation} into a message; see {@link BaseInteractionEnv.formatObservation}. */
export function formatTextObservation(observation: unknown): Message {
  if (!isTextObservation(observation)) {
    throw new TypeError(
      'observation.text must be a string; override formatObservation for observations of another shape',
    );
  }
  const { text, role = 'user', images = [], tool_call_id, name } = observation;
  const content: string | Part[] =
    images.length === 0
      ? text
      : [...images.map((image) => ({ type: 'image' as const, image })), { type: 'text', text }];
  return {
    role,
    content,
    ...(tool_call_id === undefined ? {} : { tool_call_id }),
    ...(name === undefined ? {} : { name }),
  };
}

function isTextObservation(value: unknown): value is TextObservation {
  return (
    typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
  );
}

/** What `build` is given. */
export interface BuildContext<Config> {
  /** A copy: changes to it are not seen outside. */
  sample: Sample;
  args: RolloutArgs;
  /** The validated keys of `--custom-config-path`. */
  config: Config;
  signal: AbortSignal;
}

/** What becomes of an observation over the budget. */
export type ObservationOverflow = 'end' | 'cut' | 'cut-left';

/** What an environment declares about itself. */
export interface EnvDeclaration<Config = JsonObject> {
  name: string;
  apiVersion: 1;
  /** Schema of its own configuration keys; unknown keys are ignored. */
  config?: z.ZodType<Config>;
  /** Same seed and responses, same observations. Default true. */
  deterministic?: boolean;
  /** Step rewards: how they reduce, and their range. Absent: the env gives no reward. */
  reward?: {
    reduction: 'last' | 'sum';
    range: readonly [number, number];
    /** Joins the env's reward with the reward function's; without it, having both is an error. */
    combine?: 'sum' | 'env' | 'reward';
  };
  /**
   * From when on observations may depend on the row's label: never before the policy's answer was
   * scored. A step with a `reward`, or `done`, counts as scored by itself; name the tools whose
   * answers judge the policy's (`['calc_score']`), or `every-turn` where each turn is judged.
   */
  feedback?: 'every-turn' | readonly string[];
  /** It ends by itself. Default true; false for one that runs until a budget ends it. */
  ends?: boolean;
  /** Bounds that its calls keep, for contracts. */
  bounds?: {
    /** Characters of an observation's text. Default 1,000,000. */
    observationLength?: number;
    /** Milliseconds that a call may hold the event loop. Default 1,000. */
    holdMs?: number;
  };
  observation?: {
    /**
     * An observation over the budget ends the episode, or its texts are cut: `cut` takes their ends,
     * `cut-left` their beginnings, for logs whose last lines count. Default `end`.
     */
    overflow?: ObservationOverflow;
    /** Empty observations are meant. Default false: an empty one is a failure of the env. */
    empty?: boolean;
  };
}

/** The argument of {@link defineEnv}. */
export interface EnvOptions<Config, Observation> extends EnvDeclaration<Config> {
  build(context: BuildContext<Config>): MaybePromise<InteractionEnv<Observation>>;
}

const ENV = Symbol.for('slime-sdk/env');

/** A declared environment, as a module exports it. */
export interface EnvDefinition<
  Config = JsonObject,
  Observation = TextObservation,
> extends EnvOptions<Config, Observation> {
  readonly [ENV]: true;
}

/**
 * Declares an environment: `export default defineEnv({ name, apiVersion: 1, build })`.
 *
 * @throws TypeError when the name is empty or `build` is no function.
 */
export function defineEnv<Config = JsonObject, Observation = TextObservation>(
  options: EnvOptions<Config, Observation>,
): EnvDefinition<Config, Observation> {
  if (options.name === '') throw new TypeError('defineEnv: name must not be empty');
  if (typeof options.build !== 'function') {
    throw new TypeError(`defineEnv("${options.name}"): build must be a function`);
  }
  return { ...options, [ENV]: true };
}

/** Whether a value came from {@link defineEnv}, of any copy of this package. */
export function isEnvDefinition(value: unknown): value is EnvDefinition<unknown, unknown> {
  return typeof value === 'object' && value !== null && ENV in value;
}

/** slime's bare `build_env`: a named export `buildEnv`, with the defaults of {@link EnvDeclaration}. */
export type BuildEnv = (context: BuildContext<JsonObject>) => MaybePromise<InteractionEnv>;
