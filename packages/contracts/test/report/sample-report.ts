import type { CheckReport, Failure, PluginReport, Report } from '../../src/report/report.ts';

/** A failure with everything in it. */
export function makeFailure(fields: Partial<Failure> = {}): Failure {
  return {
    input: '{\n  "response": "\\\\boxed{7}"\n}',
    expected: 'a finite number',
    got: 'NaN',
    note: null,
    shrinks: 3,
    replay: '42:0:1',
    command: 'npx slime-contracts --custom-rm-path ./rm.ts --only rm/finite --replay 42:0:1',
    ...fields,
  };
}

/** A check that held in 1,000 cases. */
export function makeCheck(fields: Partial<CheckReport> = {}): CheckReport {
  return {
    id: 'rm/finite',
    title: 'A reward is a finite number',
    outcome: 'held',
    severity: 'error',
    cases: 1000,
    met: 1000,
    seconds: 0.2,
    reason: null,
    failure: null,
    why: 'slime turns the rewards of a group into one tensor.',
    fix: 'Return a finite number.',
    source: 'slime/ray/rollout.py',
    ...fields,
  };
}

/** A check that fell short. */
export function makeFallen(
  fields: Partial<CheckReport> = {},
  failure: Partial<Failure> = {},
): CheckReport {
  return makeCheck({
    outcome: 'fell_short',
    cases: 37,
    met: 37,
    failure: makeFailure(failure),
    ...fields,
  });
}

/** A reward function with one check that held. */
export function makePlugin(fields: Partial<PluginReport> = {}): PluginReport {
  return {
    kind: 'rm',
    spec: './rm.ts',
    file: '/nowhere/rm.ts',
    sha256: null,
    error: null,
    checks: [makeCheck()],
    branches: null,
    output: [],
    ...fields,
  };
}

/** A report of plugins; the verdict is not worked out. */
export function makeReport(plugins: PluginReport[], fields: Partial<Report> = {}): Report {
  return {
    version: 1,
    laws: 1,
    seed: 42,
    runs: 1000,
    node: 'v20.19.0',
    seconds: 2.34,
    verdict: 'held',
    plugins,
    ...fields,
  };
}

/** A check of each outcome. */
export function everyOutcome(): CheckReport[] {
  return [
    makeCheck(),
    makeFallen({ id: 'rm/range', title: 'A reward lies in its range' }),
    makeFallen({ id: 'rm/time', title: 'Time grows as declared', severity: 'warning' }),
    makeCheck({ id: 'rm/group', outcome: 'not_exercised', cases: 500, met: 12 }),
    makeCheck({ id: 'rm/twice', outcome: 'blocked', reason: 'rm/range', cases: 0, met: 0 }),
    makeCheck({ id: 'rm/rows', outcome: 'not_applicable', reason: 'rows', cases: 0, met: 0 }),
    makeCheck({ id: 'rm/hack', outcome: 'skipped', reason: 'it is meant so', cases: 0, met: 0 }),
    makeCheck({ id: 'rm/seed', outcome: 'crashed', reason: 'Error: ours\n    at law.ts:1:1' }),
  ];
}
