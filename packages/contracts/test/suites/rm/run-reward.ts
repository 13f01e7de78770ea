import { dirname } from 'node:path';
import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import type { CheckResult } from '../../../src/runner/check-result.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';

/** Checks one export of a file in this process; gives the results by id. */
export async function runReward(
  file: string,
  name: string,
  options: {
    args?: Partial<RolloutArgs>;
    only?: readonly string[];
    runs?: number;
    seed?: number;
  } = {},
): Promise<Map<string, CheckResult>> {
  const { args = {}, only, runs = 100, seed = 1 } = options;
  const results = new Map<string, CheckResult>();
  await runSuite(
    {
      target: { kind: 'rm', spec: `${file}#${name}` },
      cwd: dirname(file),
      args: createRolloutArgs(args),
      runs,
      seed,
      seconds: 5,
      replay: null,
      only: only === undefined ? null : [...only],
      skip: {},
      traceFile: null,
      lawsPath: null,
      done: {},
    },
    {
      send(event) {
        if (event.type === 'result') results.set(event.result.id, event.result);
        if (event.type === 'refused') throw new Error(event.message);
      },
      mark: () => {},
      takeStray: () => null,
    },
  );
  return results;
}
