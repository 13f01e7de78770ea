import type { RolloutArgs } from 'slime-sdk';
import type { Outcome } from '../report/report.ts';
import type { PluginKind } from '../plugin-kinds.ts';
import type { FoundModule } from './find-module.ts';

/** One plugin to check. */
export interface PluginTarget {
  kind: PluginKind;
  /** As the flag names it: `./rm.ts#name`, `package`. */
  spec: string;
}

/** Where a replay starts. */
export interface Replay {
  seed: number;
  /** fast-check's path; null: the seed's whole run. */
  path: string | null;
  /** fast-check's `replayPath` of a sequence of commands. */
  commands: string | null;
}

/** What a suite runs on: plain data, since it crosses to a child process. */
export interface SuiteRequest {
  target: PluginTarget;
  /** Its module where it was read before: a plugin may change while it is checked. */
  found?: FoundModule;
  cwd: string;
  args: RolloutArgs;
  runs: number;
  seed: number;
  /** Seconds that one call of the plugin may take. */
  seconds: number;
  replay: Replay | null;
  /** Ids to run; null: all. */
  only: readonly string[] | null;
  /** Ids to leave out, and why. */
  skip: Readonly<Record<string, string>>;
  /** `--from-trace`: turns of stored episodes. */
  traceFile: string | null;
  /** Module of the user's own laws. */
  lawsPath: string | null;
  /** Names the file that the bundled plugin is written to while it is imported. Default: drawn. */
  bundleId?: string;
  /** Results of an earlier child that ended: they are not run again. */
  done: Readonly<Record<string, Outcome>>;
}
