import type { Encoder, JsonObject, RolloutArgs, Sample } from 'slime-sdk';
import type { Vocabulary } from '../arbitraries/vocabulary.ts';
import type { ProcessState } from './process-state.ts';
import type { TraceEpisode } from './traces.ts';

/** What checks know of the user's world. */
export interface World {
  /** Where relative paths begin. */
  cwd: string;
  /** The arguments of the run that the plugin is meant for. */
  args: RolloutArgs;
  /** Keys of `--custom-config-path` are in `args` too; these are they alone. */
  config: JsonObject;
  /** The user's rows as clean samples; empty without `--prompt-data`. */
  rows: readonly Sample[];
  /** Stored episodes of `--from-trace`. */
  traces: readonly TraceEpisode[];
  /** Literals of the plugin's own source. */
  vocabulary: Vocabulary;
  /** Which branches of the plugin's own source ran, for a search that they guide. */
  branches: { take(): ReadonlySet<number> };
  /** What the process shares, as it was before the plugin was loaded. */
  processState: ProcessState;
  /** The checkpoint's tokenizer and template, else the built-in ones; loaded when first asked for. */
  encoder(): Promise<Encoder>;
  /** {@link encoder} and, without a checkpoint, one for each further family of chat templates. */
  templates(): Promise<readonly Encoder[]>;
}
