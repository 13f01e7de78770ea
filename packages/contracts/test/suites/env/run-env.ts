import { join } from 'node:path';
import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import type { CheckResult } from '../../../src/runner/check-result.ts';
import { parseReplay } from '../../../src/runner/replay.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';
import type { SuiteRequest } from '../../../src/runner/suite-request.ts';
import { superviseSuite } from '../../../src/runner/supervise-suite.ts';

/** Folder of the environments of these tests. */
export const PLUGINS: string = join(import.meta.dirname, 'plugins');

/** An environment to check, and how. */
export interface EnvRun {
  /** As the flag names it, from `cwd`. */
  spec: string;
  /** Default {@link PLUGINS}. */
  cwd?: string;
  args?: Partial<RolloutArgs>;
  /** Default 100. */
  runs?: number;
  /** Default 1. */
  seed?: number;
  only?: readonly string[];
  /** As a failure prints it. */
  replay?: string;
}

function requestOf(run: EnvRun): SuiteRequest {
  return {
    target: { kind: 'env', spec: run.spec },
    cwd: run.cwd ?? PLUGINS,
    args: createRolloutArgs(run.args ?? {}),
    runs: run.runs ?? 100,
    seed: run.seed ?? 1,
    seconds: 2,
    replay: run.replay === undefined ? null : parseReplay(run.replay),
    only: run.only ?? null,
    skip: {},
    traceFile: null,
    lawsPath: null,
    done: {},
  };
}

/** Checks an environment in the test's own process; results by id. */
export async function runEnv(run: EnvRun): Promise<Map<string, CheckResult>> {
  const results = new Map<string, CheckResult>();
  await runSuite(requestOf(run), {
    send(event) {
      if (event.type === 'result') results.set(event.result.id, event.result);
      if (event.type === 'refused') throw new Error(event.message);
    },
    mark: () => {},
    takeStray: () => null,
  });
  return results;
}

/** The same in processes of its own. */
export async function superviseEnv(
  run: EnvRun,
  signal: AbortSignal,
): Promise<Map<string, CheckResult>> {
  const results = new Map<string, CheckResult>();
  await superviseSuite(
    requestOf(run),
    (event) => {
      if (event.type === 'result') results.set(event.result.id, event.result);
      if (event.type === 'refused') throw new Error(event.message);
    },
    signal,
  );
  return results;
}
