import type { PluginReport } from '../report/report.ts';
import type { CheckResult, FoundFailure } from './check-result.ts';
import type { FoundModule } from './find-module.ts';
import type { SuiteRequest } from './suite-request.ts';

/** What a check is called in reports. */
export interface ListedCheck {
  id: string;
  title: string;
  why: string;
  fix: string;
  source: string;
}

/** What happens while a suite runs, in order. */
export type SuiteEvent =
  | { type: 'loaded'; file: string; sha256: string; checks: ListedCheck[]; found: FoundModule }
  /** The module or the call is wrong: nothing can be checked. */
  | { type: 'refused'; message: string; code: string | null; stack: string }
  /** The module is about to run; its bundle may be left beside it when the process is ended. */
  | { type: 'importing'; file: string }
  | { type: 'start'; id: string }
  | { type: 'progress'; id: string; cases: number; runs: number }
  /** The first failing case, before a smaller one is looked for. */
  | { type: 'failing'; id: string; failure: FoundFailure }
  | { type: 'result'; result: CheckResult }
  /** Its failure did not come again when its one case was replayed. */
  | { type: 'unrepeated'; id: string }
  | { type: 'output'; line: string }
  | { type: 'branches'; branches: PluginReport['branches'] }
  | { type: 'shown'; input: string | null }
  /** The plugin has changed what the process stands on: another one goes on. */
  | { type: 'renew' }
  /** The process ends before it is done, through the plugin's fault: it `replaced JSON`. */
  | { type: 'leaving'; reason: string }
  /** Our own fault. */
  | { type: 'crashed'; stack: string }
  /** Everything was sent. */
  | { type: 'done' };

/** What a child process is asked for. */
export type SuiteCommand =
  | { type: 'run'; request: SuiteRequest }
  /** The input of a case as text, without a call of the plugin. */
  | { type: 'show'; request: SuiteRequest; id: string };
