import type { JsonValue, RolloutArgs, Sample, SampleIssue } from 'slime-sdk';
import type { CheckText } from '../../check.ts';

/** One stored sample. */
export interface StoredSample {
  /** Line of the file, counted from 1. */
  line: number;
  /** Where in the line it stands: `samples[3]`; empty where the line is the sample. */
  prefix: readonly PropertyKey[];
  value: JsonValue;
  /** Null where its shape is broken. */
  sample: Sample | null;
  issues: readonly SampleIssue[];
}

/** What is known besides the file. */
export interface SamplesContext {
  args: RolloutArgs;
  /** A reward post-process of the user's reads the rewards. */
  hasPostProcess: boolean;
  /** Entries of the model's vocabulary; null where it is not known. */
  vocabSize: number | null;
}

/** Tells of a breach in the sample at hand, or in one that was seen before. */
export type ReportBreach = (
  message: string,
  path?: readonly PropertyKey[],
  at?: Pick<StoredSample, 'line' | 'prefix'>,
) => void;

/** A law over stored samples, at work on one file. */
export interface SampleJudge {
  /** Looks at a sample; false: the law says nothing about it. */
  look(stored: StoredSample & { sample: Sample }, report: ReportBreach): boolean;
  /** Called after the last sample. */
  end?(report: ReportBreach): void;
}

/** A law over stored samples. */
export interface SampleCheck extends CheckText {
  /** What is expected, for the report. */
  expected: string;
  /** What it needs, as a noun phrase, where no sample was of that kind. */
  needs: string;
  start(context: SamplesContext): SampleJudge;
}
