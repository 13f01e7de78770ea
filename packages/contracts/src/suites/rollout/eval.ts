import { copyPlain, deepFreeze, describeValue } from 'slime-runtime/hosting';
import { checkSample, formatPath, type JsonValue, parseSample, type Sample } from 'slime-sdk';
import fc from 'fast-check';
import { property } from '../../check.ts';
import type { Trial } from '../../trial.ts';
import { assertMetrics } from './assert-metrics.ts';
import { MemorySource } from './memory-source.ts';
import type { EvalTarget } from './target.ts';

/** An evaluation may go over a whole data set, and only the id of its rollout differs. */
const FEW = { share: 0.02, mostCases: 10 } as const;

const SOURCE = 'slime/observability/rollout_metrics.py: log_eval_rollout_data';

interface EvalRun {
  data: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  metrics: unknown;
  source: MemorySource;
}

/** The base of the suite. */
export const settles = property<EvalTarget, number>({
  ...FEW,
  id: 'eval/settles',
  title: 'an evaluation settles with { data, metrics? }, data by the name of the data set',
  why: 'slime takes what has no data for the data itself, and goes over it by name; an exception ends the run.',
  fix: 'Return { data: { name: { rewards, truncated, samples } } }. The engine is at args.sglang_router_ip and args.sglang_router_port.',
  source: SOURCE,
  faults: [],
  requires: [],
  inputs: () => fc.nat(20),
  async holds(target, rolloutId, trial) {
    await evaluate(target, rolloutId, trial);
  },
});

/** What is averaged. */
export const rewards = property<EvalTarget, number>({
  ...FEW,
  id: 'eval/rewards',
  title: 'each data set has finite rewards, and truncated and samples of the same length',
  why: 'slime divides by the number of rewards and adds them up: none at all is a division by zero, a null or a NaN hides the curve, and columns of other lengths belong to other samples.',
  fix: 'Leave out a data set that gave nothing; give one number a sample, in the order of samples.',
  source: SOURCE,
  faults: ['A016', 'A007', 'B076'],
  requires: ['eval/settles'],
  inputs: () => fc.nat(20),
  async holds(target, rolloutId, trial) {
    const { data } = await evaluate(target, rolloutId, trial);
    for (const [name, columns] of data) {
      const values = readColumn(columns['rewards'], `data.${name}.rewards`, trial);
      if (values.length === 0) trial.fail({ expected: `rewards of ${name}`, got: 'none' });
      const bad = values.findIndex((value) => !Number.isFinite(value));
      if (bad >= 0) {
        trial.fail({
          expected: `data.${name}.rewards[${bad}] is a finite number`,
          got: describeValue(values[bad]),
        });
      }
      for (const key of ['truncated', 'samples'] as const) {
        if (columns[key] === undefined) continue;
        const { length } = readColumn(columns[key], `data.${name}.${key}`, trial);
        if (length === values.length) continue;
        trial.fail({
          expected: `${values.length} entries in data.${name}.${key}, as in rewards`,
          got: `${length} entries`,
        });
      }
    }
  },
});

/** What is dumped and logged. */
export const samples = property<EvalTarget, number>({
  ...FEW,
  id: 'eval/samples',
  title: 'samples of an evaluation hold their invariants, and have the rewards beside them',
  why: 'Debug dumps and logs read the samples, the curve reads the rewards: where the two differ, nobody finds the answers that a drop of the curve comes from.',
  fix: 'Make rewards of the samples: samples.map((sample) => sample.reward), by args.eval_reward_key or args.reward_key where it is a record.',
  source: 'slime/rollout/sglang_rollout.py: eval_rollout_single_dataset',
  faults: ['B068', 'A065'],
  requires: ['eval/rewards'],
  inputs: () => fc.nat(20),
  async holds(target, rolloutId, trial) {
    const { data } = await evaluate(target, rolloutId, trial);
    const key = target.args.eval_reward_key ?? target.args.reward_key;
    for (const [name, columns] of data) {
      const list = readColumn(columns['samples'] ?? [], `data.${name}.samples`, trial);
      const scores = readColumn(columns['rewards'], `data.${name}.rewards`, trial);
      for (const [at, sample] of list.entries()) {
        const where = `data.${name}.samples[${at}]`;
        const [issue] = checkSample(sample, { rewardKey: key });
        if (issue !== undefined) {
          trial.fail({
            expected: `${where} holds the invariants of a sample`,
            got: `${formatPath(issue.path)}: ${issue.message}`,
          });
        }
        const value = valueOf(parseSample(sample), key);
        if (value !== null) trial.equal(scores[at], value, `the reward of ${where}`);
      }
    }
  },
});

function valueOf({ reward }: Sample, key: string | null): JsonValue | null {
  return typeof reward === 'object' ? (reward?.[key ?? ''] ?? null) : reward;
}

/** They are logged as they are. */
export const metrics = property<EvalTarget, number>({
  ...FEW,
  id: 'eval/metrics',
  title: 'metrics are finite numbers by name',
  why: 'slime merges them into its log as they are: a NaN or a nested object is refused by the logger in mid-run, or hides a curve.',
  fix: 'Return a flat record of numbers; leave out what has no value.',
  source: SOURCE,
  faults: [],
  requires: ['eval/settles'],
  inputs: () => fc.nat(20),
  async holds(target, rolloutId, trial) {
    const { metrics: given } = await evaluate(target, rolloutId, trial);
    assertMetrics(given, trial);
  },
});

/** The data source is the training's. */
export const trainPrompts = property<EvalTarget, number>({
  ...FEW,
  id: 'eval/train-prompts',
  title: 'no prompts are taken from the data source of training',
  why: 'What an evaluation takes from it is used up: those prompts are never trained on in their epoch.',
  fix: 'Read the data of the evaluation yourself, or give the groups back by addSamples.',
  source: 'slime/ray/rollout.py: eval',
  faults: [],
  requires: ['eval/settles'],
  inputs: () => fc.nat(20),
  async holds(target, rolloutId, trial) {
    const { source } = await evaluate(target, rolloutId, trial);
    if (source.given.size === 0) return;
    trial.fail({
      expected: 'no prompts are taken',
      got: `${source.given.size} are, and not given back`,
    });
  },
});

async function evaluate(target: EvalTarget, rolloutId: number, trial: Trial): Promise<EvalRun> {
  const { world, args } = target;
  const source = new MemorySource({ rows: world.rows, n: args.n_samples_per_prompt });
  const output: unknown = await trial.call('the evaluation', () =>
    target.fn(deepFreeze(copyPlain(args)), rolloutId, source, { evaluation: true }),
  );
  if (typeof output !== 'object' || output === null || !('data' in output)) {
    return trial.fail({ expected: 'an object { data, metrics? }', got: describeValue(output) });
  }
  const { data, metrics: given } = { metrics: undefined, ...output };
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return trial.fail({ expected: 'data is a record of data sets', got: describeValue(data) });
  }
  const sets = Object.entries(data).map(([name, columns]: [string, unknown]) => {
    if (typeof columns === 'object' && columns !== null) return [name, { ...columns }] as const;
    return trial.fail({ expected: `data.${name} is an object`, got: describeValue(columns) });
  });
  return { data: new Map(sets), metrics: given, source };
}

function readColumn(value: unknown, where: string, trial: Trial): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return trial.fail({ expected: `${where} is an array`, got: describeValue(value) });
}
