import type { CheckReport, PluginReport } from '../report/report.ts';
import { type Severity, severityOf } from '../severity.ts';
import type { CheckResult } from './check-result.ts';
import { type CommandContext, replayCommand } from './replay-command.ts';
import type { ListedCheck, SuiteEvent } from './suite-messages.ts';
import type { PluginTarget } from './suite-request.ts';

/** Lines of a plugin's output that a report keeps, and characters of each. */
const MOST_LINES = 100;
const LONGEST_LINE = 2000;

const UNREPEATED = 'the case alone did not fail again: it takes the calls before it, or chance';

/** Gathers what happens to one plugin into its part of the report. */
export class PluginReportBuilder {
  readonly report: PluginReport;
  #checks: readonly ListedCheck[] = [];
  readonly #seed: number;
  readonly #context: CommandContext;
  readonly #severity: Readonly<Record<string, Severity>>;

  constructor(
    target: PluginTarget,
    seed: number,
    context: CommandContext,
    severity: Readonly<Record<string, Severity>>,
  ) {
    this.#seed = seed;
    this.#context = context;
    this.#severity = severity;
    this.report = {
      kind: target.kind,
      spec: target.spec,
      file: null,
      sha256: null,
      error: null,
      checks: [],
      branches: null,
      output: [],
    };
  }

  /** Takes an event; gives the check that it finished. */
  take(event: SuiteEvent): CheckReport | null {
    const { report } = this;
    switch (event.type) {
      case 'loaded':
        report.file = event.file;
        report.sha256 = event.sha256;
        this.#checks = event.checks;
        return null;
      case 'refused':
        report.error = event.message;
        return null;
      case 'output':
        if (report.output.length < MOST_LINES)
          report.output.push(event.line.slice(0, LONGEST_LINE));
        return null;
      case 'branches':
        report.branches = event.branches;
        return null;
      case 'result': {
        const check = this.#describe(event.result);
        report.checks.push(check);
        return check;
      }
      case 'unrepeated':
        this.#withoutReplay(event.id);
        return null;
      case 'importing':
      case 'start':
      case 'progress':
      case 'failing':
      case 'shown':
      case 'renew':
      case 'leaving':
      case 'crashed':
      case 'done':
        return null;
    }
  }

  /** Names the whole run of a check, which repeats what its one case does not. */
  #withoutReplay(id: string): void {
    const failure = this.report.checks.find((check) => check.id === id)?.failure;
    if (failure === undefined || failure === null) return;
    failure.replay = null;
    failure.command = replayCommand(this.#context, id, null, this.#seed);
    failure.note = [...(failure.note === null ? [] : [failure.note]), UNREPEATED].join('; ');
  }

  #describe(result: CheckResult): CheckReport {
    const { id, failure, ...rest } = result;
    const listed = this.#checks.find((check) => check.id === id);
    return {
      ...rest,
      id,
      title: listed?.title ?? id,
      severity: this.#severity[id] ?? severityOf(id),
      failure: failure && {
        ...failure,
        command: replayCommand(this.#context, id, failure.replay, this.#seed),
      },
      why: listed?.why ?? '',
      fix: listed?.fix ?? '',
      source: listed?.source ?? '',
    };
  }
}
