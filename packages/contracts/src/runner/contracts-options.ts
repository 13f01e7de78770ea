import type { JsonObject, RolloutArgs } from 'slime-sdk';
import type { PLUGIN_KINDS, PluginKind } from '../plugin-kinds.ts';
import type { Severity } from '../severity.ts';

/** Keys that name plugins, as slime spells them: `custom_rm_path`. */
export type PluginArg = (typeof PLUGIN_KINDS)[PluginKind]['arg'];

/** slime's arguments, with the keys that name plugins and those of `--custom-config-path`. */
export type ContractArgs = Partial<RolloutArgs> &
  Partial<Record<Exclude<PluginArg, keyof RolloutArgs>, string | string[]>> &
  JsonObject;

/** Cases of a property, where nobody says otherwise. */
export const DEFAULT_RUNS = 1000;

/** What is checked, and how. */
export interface ContractsOptions {
  /** The plugins are those that its `*_path` keys name; paths begin at `cwd`. */
  args?: ContractArgs;
  /** A package, by name or folder: its manifest's plugins, and the package itself. */
  package?: string;
  /** A file of stored samples, one a line. */
  samples?: string;
  /** Default: the working directory. */
  cwd?: string;
  /** Cases of a property. Default 1,000. */
  runs?: number;
  /** Default: drawn, and printed. */
  seed?: number;
  /** `SEED:PATH`, as a failure prints it. */
  replay?: string;
  /** Ids of checks to run; all by default. */
  only?: readonly string[];
  /** Ids of checks to leave out, and why. */
  skip?: Readonly<Record<string, string>>;
  /** Seconds that one call of a plugin may take. Default 5. */
  timeout?: number;
  /** Where plugins run. Default `process`; `inline` in this process, for a debugger. */
  isolation?: 'process' | 'inline';
  /** `turns.jsonl` of a run: its episodes are cases too. */
  fromTrace?: string;
  /** A module of further laws. */
  laws?: string;
  /** Severities of checks, by id, that differ from the usual ones. */
  severity?: Readonly<Record<string, Severity>>;
  /** Ends the run; what was found so far is in the report. */
  signal?: AbortSignal;
}
