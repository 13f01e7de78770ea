import type { TemplateRewording } from './encoder.ts';
import type { Finish } from './engine.ts';
import type { JsonObject } from './json.ts';
import type { Message, ParsedCall, ToolSpec } from './messages.ts';
import type { Reward, Sample, SampleStatus } from './sample.ts';
import type { SamplingParams } from './sampling-params.ts';

/** A sampled turn. */
export interface Turn {
  /** Counted from 0. */
  index: number;
  rid: string;
  /** Whole text without its end token. */
  text: string;
  reasoning: string;
  content: string;
  /** Empty when the turn was cut. */
  calls: ParsedCall[];
  /** Cut by length: finish `length` and the last id is no stop id. */
  truncated: boolean;
  finish: Finish;
  /** Sampled ids, and the position of the first in the tape. */
  tokens: number;
  start: number;
}

/** A text of an observation that was cut at its end, to fit the budget. */
export interface ObservationCut {
  /** Position of its message in the observation. */
  message: number;
  /** Position in the message's parts; null where its content is one text. */
  part: number | null;
  /** Its ids before the cut, and after it. */
  tokens: number;
  kept: number;
}

/** What became of an observation; `cuts` says what of it was cut. */
export type Observed =
  | { appended: true; tokens: number; cut: boolean; cuts?: readonly ObservationCut[] }
  | { appended: false; budget: 'response_budget' | 'context_budget'; tokens: number };

/**
 * The record of one episode: ids exactly as sampled with mask 1, observations with mask 0.
 *
 * A plugin that generates through it has provenance by construction.
 */
export interface Tape {
  readonly tokens: Int32Array;
  readonly promptLength: number;
  readonly responseLength: number;
  readonly turns: readonly Turn[];
  /** Tokens that the next turn may sample: the least of turn cap, response and context budget. */
  readonly budget: number;
  /** Replaces the row's prompt; only before the first turn. */
  prompt(
    prompt: string | Message[],
    options?: { tools?: ToolSpec[]; reword?: TemplateRewording },
  ): Promise<void>;
  /**
   * Samples a turn on the tape so far.
   *
   * @throws EngineError, also when no budget is left.
   */
  generate(params?: SamplingParams): Promise<Turn>;
  /** Appends an observation when it fits the budgets with room for one more token. */
  observe(messages: Message | Message[]): Promise<Observed>;
  /**
   * Closes the tape: drops a trailing observation and gives the sample, checked. One that the engine
   * aborted, and that was not resumed, has status `aborted` unless told otherwise, and no reward.
   */
  finish(options?: {
    reward?: Reward | null;
    status?: SampleStatus;
    metadata?: JsonObject;
  }): Promise<Sample>;
}
