import type { RolloutArgs } from './args.ts';
import type { JsonObject } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Sample } from './sample.ts';

/** A group: n siblings of a prompt, or lists of segments where generate fans out. */
export type Group = Sample[] | Sample[][];

/** slime's `--data-source-path` (slime/rollout/data_source.py). */
export interface DataSource {
  /** `count` groups of `n_samples_per_prompt` samples, `index` unique and rising. */
  getSamples(count: number): MaybePromise<Sample[][]>;
  addSamples(groups: Sample[][]): MaybePromise<void>;
  save(rolloutId: number): MaybePromise<void>;
  load(rolloutId: number): MaybePromise<void>;
  /** Rows of the data set. */
  readonly length: number;
}

/** Builds a {@link DataSource}. */
export type CreateDataSource = (args: RolloutArgs) => MaybePromise<DataSource>;

/** Result of a training rollout; slime's `RolloutFnTrainOutput`. */
export interface RolloutTrainOutput {
  samples: Group[];
  metrics?: Record<string, number>;
}

/** Result of an evaluation; slime's `RolloutFnEvalOutput`. */
export interface RolloutEvalOutput {
  data: Record<string, { rewards: number[]; truncated?: boolean[]; samples?: Sample[] }>;
  metrics?: Record<string, number>;
}

/** slime's `--rollout-function-path`. */
export type RolloutFunction = (
  args: RolloutArgs,
  rolloutId: number,
  dataSource: DataSource,
  options: { evaluation: false },
) => MaybePromise<RolloutTrainOutput>;

/** slime's `--eval-function-path`. */
export type EvalFunction = (
  args: RolloutArgs,
  rolloutId: number,
  dataSource: DataSource,
  options: { evaluation: true },
) => MaybePromise<RolloutEvalOutput>;

/** slime's `--rollout-sample-hook-path`: null keeps the sample, a sample replaces it. */
export type RolloutSampleHook = (
  args: RolloutArgs,
  sample: Sample,
  options: { rolloutId: number; evaluation: boolean },
) => MaybePromise<Sample | null>;

/** What a dynamic filter says; slime's `DynamicFilterOutput`. */
export interface DynamicFilterOutput {
  keep: boolean;
  reason?: string;
  keep_when_insufficient?: boolean;
}

/** slime's `--dynamic-sampling-filter-path`. */
export type DynamicSamplingFilter = (
  args: RolloutArgs,
  group: Group,
) => DynamicFilterOutput | boolean;

/** slime's `--buffer-filter-path`: removes what it returns from `buffer`. */
export type BufferFilter = (
  args: RolloutArgs,
  rolloutId: null,
  buffer: Sample[][],
  count: number,
) => Sample[][];

/** slime's `--rollout-sample-filter-path`: sets `remove_sample`. */
export type RolloutSampleFilter = (args: RolloutArgs, groups: Group[]) => void;

/** slime's `--rollout-all-samples-process-path`; the third is the data source's `get_samples`. */
export type RolloutAllSamplesProcess = (
  args: RolloutArgs,
  allGroups: Group[],
  getSamples: DataSource['getSamples'],
) => MaybePromise<void>;

/** slime's `--custom-reward-post-process-path`: raw and normalised rewards, one a sample. */
export type RewardPostProcess = (
  args: RolloutArgs,
  samples: Sample[],
) => readonly [rawRewards: number[], rewards: number[]];

/** Columns of training data; slime's `train_data`. */
export interface TrainData {
  tokens: number[][];
  response_lengths: number[];
  rewards: number[];
  raw_reward: (number | JsonObject)[];
  truncated: number[];
  sample_indices: (number | null)[];
  rollout_ids: number[];
  loss_masks: number[][];
  rollout_mask_sums: number[];
  [column: string]: unknown[];
}

/** slime's `--custom-convert-samples-to-train-data-path`. */
export type ConvertSamplesToTrainData = (args: RolloutArgs, samples: Sample[]) => TrainData;

/** slime's `--custom-rollout-log-function-path`: true replaces the default log. */
export type RolloutLogFunction = (
  rolloutId: number,
  args: RolloutArgs,
  samples: Sample[],
  rolloutExtraMetrics: Record<string, number>,
  rolloutTime: number,
) => boolean;

/** slime's `--custom-eval-rollout-log-function-path`: true replaces the default log. */
export type EvalRolloutLogFunction = (
  rolloutId: number,
  args: RolloutArgs,
  data: RolloutEvalOutput['data'],
  extraMetrics: Record<string, number>,
) => boolean;
