import { createRolloutArgs, type EnvDefinition, type RolloutArgs, type Sample } from 'slime-sdk';
import { EMPTY_VOCABULARY } from '../../../src/arbitraries/vocabulary.ts';
import { CaseTrial } from '../../../src/runner/case-trial.ts';
import { type EnvTarget, loadEnvTarget } from '../../../src/suites/env/target.ts';
import { readProcessState } from '../../../src/world/process-state.ts';

/** A target of an environment that a test defines itself, and the calls that were made, in order. */
export function openTarget<Config, Observation>(
  env: EnvDefinition<Config, Observation>,
  { rows = [], args = {} }: { rows?: readonly Sample[]; args?: Partial<RolloutArgs> } = {},
): { target: EnvTarget; trial: CaseTrial; calls: string[] } {
  const calls: string[] = [];
  const never = (): never => {
    throw new TypeError('no test of an environment needs this');
  };
  const target = loadEnvTarget(
    { spec: 'test', file: '/test.ts', exportName: null, exports: { default: env } },
    {
      cwd: '/',
      args: createRolloutArgs(args),
      config: {},
      rows,
      traces: [],
      vocabulary: EMPTY_VOCABULARY,
      branches: { take: never },
      processState: readProcessState(),
      encoder: never,
      templates: never,
    },
  );
  const trial = new CaseTrial({
    seconds: 1,
    runs: 100,
    seed: 1,
    onCall: (where) => void calls.push(where),
    readOutput: () => '',
  });
  return { target, trial, calls };
}
