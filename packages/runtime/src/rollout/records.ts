import type {
  DiscardedTry,
  Ending,
  FailureReport,
  Finish,
  JsonObject,
  Message,
  ObservationCut,
  Sample,
} from 'slime-sdk';
import type { TrainInputSource } from '../vision/train-inputs.ts';

/**
 * One line of `turns.jsonl`: a turn, or a try to sample one that failed. With `samples.jsonl` it is
 * enough to replay the episode without engine and env.
 */
export interface TurnRecord {
  index: number;
  group_index: number;
  /** 0, and one more each time the failure policy `requeue` ran the episode again. */
  attempt: number;
  /** Counted from 0. */
  turn: number;
  /**
   * Which of the episode's samples it stands in, from 0, where `--template-history fork` made several:
   * theirs is `metadata.template_segment`. Else 0.
   */
  segment: number;
  /** The request whose reply was used; null when none was. */
  rid: string | null;
  /** Requests of this turn whose reply was not used, and why. */
  discarded: DiscardedTry[];
  /** Why the whole turn is not in a sample, null when it is. */
  discarded_cause: string | null;
  /** Position of its first sampled id in the sample's tokens, and their number. */
  start: number;
  tokens: number;
  /** The reply, whole. */
  text: string;
  finish: Finish | null;
  weight_version: string | null;
  /** What the env answered, as messages; null when it did not or nothing was appended. */
  observation: Message[] | null;
  /** 0 where it stands in the prompt of the next segment. */
  observation_tokens: number;
  observation_cut: boolean;
  /** What of it was cut to fit the budget. */
  observation_cuts: ObservationCut[];
  done: boolean;
  reward: number | null;
  info: JsonObject | null;
  /** Retries of the env within this turn. */
  env_retries: number;
  /** Set on the episode's last turn. */
  ending: Ending | null;
  generate_seconds: number;
  env_seconds: number;
}

/** One finished episode, beside its samples. */
export interface EpisodeRecord {
  index: number;
  group_index: number;
  attempt: number;
  ending: Ending;
  turns: number;
  failure: FailureReport | null;
  /** Retried requests by cause. */
  engine_retries: Record<string, number>;
  env_retries: number;
  /** What the env's `reset()` said of the episode; null when it said nothing. */
  reset_info: JsonObject | null;
  /** What the env's `metrics()` gave at the end. */
  env_metrics: Record<string, number>;
  seconds: number;
}

/** A finished group: what is written to disk at once. */
export interface GroupRecord {
  group_index: number;
  /** Ordered by index; several with one index where generate fanned out. */
  samples: Sample[];
  episodes: EpisodeRecord[];
  turns: TurnRecord[];
  /** Tensors of its pictures, by `multimodal_train_input_id`; siblings share them. */
  pictures?: ReadonlyMap<string, TrainInputSource>;
}
