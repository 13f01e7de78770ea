import type { RolloutArgs } from 'slime-sdk';
import type { PluginKind } from './plugin-kinds.ts';

/** What a specimen's module says of itself, as its export `specimen`. */
export interface Specimen {
  /** Kind of plugin, where the id of its check does not say it. */
  kind?: PluginKind;
  /** Other checks that the broken plugin breaks too. */
  alsoFires?: readonly string[];
  /** Arguments of both plugins; paths are relative to the specimen's folder. */
  args?: Partial<RolloutArgs>;
  /** `--from-trace` of both, relative to the specimen's folder. */
  traceFile?: string;
  /** The broken one loops, exits or eats memory, or memory is measured: each needs its own process. */
  isolation?: 'process';
  /** For a fault of the catalogue: its row and the check that is meant to catch it. */
  fault?: { row: string; check: string };
}
