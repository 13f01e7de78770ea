import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import type { PluginKind } from '../../src/plugin-kinds.ts';
import type { CheckResult } from '../../src/runner/check-result.ts';
import { runSuite } from '../../src/runner/run-suite.ts';

/** Runs the suite of a plugin in this process; the message where it is refused. */
export async function runPlugin(
  kind: PluginKind,
  spec: string,
  options: { args?: Partial<RolloutArgs>; runs?: number; cwd?: string } = {},
): Promise<{ results: CheckResult[]; refused: string | null }> {
  const results: CheckResult[] = [];
  let refused: string | null = null;
  await runSuite(
    {
      target: { kind, spec },
      cwd: options.cwd ?? import.meta.dirname,
      args: createRolloutArgs(options.args),
      runs: options.runs ?? 200,
      seed: 3,
      // Machines that run tests are slow now and then.
      seconds: 30,
      replay: null,
      only: null,
      skip: {},
      traceFile: null,
      lawsPath: null,
      done: {},
    },
    {
      send(event) {
        if (event.type === 'result') results.push(event.result);
        if (event.type === 'refused') refused = event.message;
      },
      mark: () => {},
      takeStray: () => null,
    },
  );
  return { results, refused };
}

/** The results that are neither as they should be nor left out for a reason. */
export function fallen(results: readonly CheckResult[]): CheckResult[] {
  return results.filter(({ outcome }) => !['held', 'not_applicable', 'blocked'].includes(outcome));
}
