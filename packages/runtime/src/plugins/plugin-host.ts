import type {
  EnvDeclaration,
  JsonObject,
  Message,
  ObservationOverflow,
  ResetResult,
  RewardValue,
  RewardView,
  RolloutArgs,
  Sample,
  StepContext,
} from 'slime-sdk';
import type { RewardFacts } from './read-reward.ts';

/** What of an environment's declaration the loop reads; plain data. */
export type HostedEnvDeclaration = Required<
  Pick<EnvDeclaration<unknown>, 'name' | 'deterministic'>
> & {
  reward: NonNullable<EnvDeclaration<unknown>['reward']> | null;
  observation: { overflow: ObservationOverflow; empty: boolean };
};

/** A step's answer, checked and formatted. */
export interface HostedStep {
  /** Null when the episode is done or the turn was cut. */
  messages: Message[] | null;
  done: boolean;
  info: JsonObject | null;
  reward: number | null;
}

/**
 * One episode's environment behind the host's boundary: results are checked, every call runs under
 * its deadline and is aborted with the episode's signal. What a plugin throws arrives as
 * {@link EnvError} or {@link RetryableEnvError} with `data.where` naming the call.
 */
export interface EnvSession {
  readonly canSnapshot: boolean;
  reset(context: { seed: number; attempt: number }): Promise<ResetResult>;
  /** `step`, then `formatObservation` unless the episode ends. */
  step(responseText: string, context: Omit<StepContext, 'signal'>): Promise<HostedStep>;
  snapshot(): Promise<unknown>;
  restore(snapshot: unknown): Promise<void>;
  /** Answers after a call that failed, too, one past its deadline among them. */
  metrics(): Promise<Record<string, number>>;
  /** Never throws: gives the error of a close that failed. Exactly once reaches the plugin. */
  close(): Promise<Error | null>;
}

/** A loaded environment. */
export interface HostedEnv {
  readonly declaration: HostedEnvDeclaration;
  /** Builds the env of one episode: `buildEnv` / `build`. */
  open(context: { sample: Sample; args: RolloutArgs; signal: AbortSignal }): Promise<EnvSession>;
}

/** A loaded reward function. Its failures arrive as {@link GraderError}. */
export interface HostedReward {
  readonly mode: 'single' | 'group';
  readonly declaration: RewardFacts;
  /** One checked value a sample, in order; single rewards get exactly one sample. */
  score(context: {
    args: RolloutArgs;
    samples: Sample[];
    views: Omit<RewardView, 'signal'>[];
    signal: AbortSignal;
    /** Is told of a reward that stands for an answer past a bound: the declared floor. */
    onOverBound?: (at: number) => void;
  }): Promise<RewardValue[]>;
}

/** Loads a run's plugins and runs them, in this process or in supervised children. */
export interface PluginHost {
  loadEnv(spec: string): Promise<HostedEnv>;
  loadReward(spec: string, mode: 'single' | 'group'): Promise<HostedReward>;
  /** Of each env and reward loaded so far, the keys of `--custom-config-path` that it reads; null: any. */
  readonly configKeys: readonly (readonly string[] | null)[];
  /** Name and SHA-256 of each module loaded so far. */
  readonly fingerprints: readonly { spec: string; file: string; sha256: string }[];
  close(): Promise<void>;
}
