import { join } from 'node:path';
import { type ContractArgs, runContracts } from 'slime-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullTier } from '../e2e/recorded-data.ts';
import { type Service, startJudge, startModelJudge, startStock } from './start-services.ts';

const PLUGINS = join(import.meta.dirname, 'plugins');
const RUNS = isFullTier ? 1000 : 100;
const SEEDS = Array.from({ length: isFullTier ? 20 : 3 }, (_, at) => 101 + at);

const SUMS: ContractArgs = {
  prompt_data: 'rows/sums.jsonl',
  input_key: 'question',
  label_key: 'answer',
};
const GEO3K: ContractArgs = {
  ...SUMS,
  prompt_data: join(import.meta.dirname, '../../packages/env-geo3k/data/rows.jsonl'),
  input_key: 'problem',
};

let judge: Service;
let model: Service;
let stock: Service;

beforeAll(async () => {
  [judge, model, stock] = await Promise.all([startJudge(), startModelJudge(), startStock()]);
});

afterAll(async () => {
  await Promise.all([judge.stop(), model.stop(), stock.stop()]);
});

type Case = [what: string, args: () => ContractArgs];

/** Rewards and hooks, each with what its author would name beside it. */
const SCORES: Case[] = [
  ['a bare function without rows', () => ({ custom_rm_path: './exact-match.ts' })],
  ['a grader of mathematics', () => ({ ...SUMS, custom_rm_path: './boxed-math.ts' })],
  [
    'a reward by a regular expression',
    () => ({ ...SUMS, prompt_data: 'rows/stories.jsonl', custom_rm_path: './hash-answer.ts' }),
  ],
  [
    'a reward of several keys',
    () => ({ ...SUMS, custom_rm_path: './format-record.ts#reward', reward_key: 'score' }),
  ],
  [
    'a reward that asks a service',
    () => ({
      ...SUMS,
      prompt_data: 'rows/capitals.jsonl',
      custom_rm_path: './remote-judge.ts',
      judge_url: judge.url,
    }),
  ],
  [
    'a reward of whole groups',
    () => ({ ...SUMS, custom_rm_path: './rank-in-group.ts', group_rm: true }),
  ],
  ['a judge that is never sure', () => ({ ...SUMS, custom_rm_path: './noisy-judge.ts' })],
  [
    'a CommonJS module that reads numbers',
    () => ({ ...SUMS, prompt_data: 'rows/counts.jsonl', custom_rm_path: './legacy-reward.cts' }),
  ],
  [
    'a baseline without the rollout itself',
    () => ({ custom_reward_post_process_path: './leave-one-out.ts' }),
  ],
  ['a filter', () => ({ dynamic_sampling_filter_path: './spread-filter.ts' })],
  ['a data source', () => ({ ...SUMS, data_source_path: './shelf-source.ts' })],
  ['the reward of slime-env-geo3k', () => ({ ...GEO3K, custom_rm_path: 'slime-env-geo3k' })],
];

/** Environments and generate functions: suites that play episodes take longer. */
const EPISODES: Case[] = [
  ['a class', () => ({ ...SUMS, rollout_interaction_env_path: './quiz-env.ts' })],
  ['closures that wait', () => ({ rollout_interaction_env_path: './ledger-env.ts' })],
  ['a state machine of tools', () => ({ rollout_interaction_env_path: './door-env.ts#env' })],
  [
    'a game with hints and snapshots',
    () => ({ ...SUMS, rollout_interaction_env_path: './guess-env.ts' }),
  ],
  ['an environment of pictures', () => ({ rollout_interaction_env_path: './dots-env.ts' })],
  ['true dice', () => ({ rollout_interaction_env_path: './dice-env.ts' })],
  [
    'an environment that lives in a service',
    () => ({ rollout_interaction_env_path: './stock-env.ts', stock_url: stock.url }),
  ],
  ['turns on the tape', () => ({ ...SUMS, custom_generate_function_path: './ask-twice.ts' })],
  [
    'a sample that is built by hand',
    () => ({ ...SUMS, custom_generate_function_path: './one-call.ts' }),
  ],
  [
    'segments that fan out',
    () => ({ ...SUMS, custom_generate_function_path: './draft-and-review.ts#generate' }),
  ],
  [
    'the environment of slime-env-geo3k',
    () => ({ ...GEO3K, rollout_interaction_env_path: 'slime-env-geo3k' }),
  ],
];

/** Rewards that are made of others. */
const COMPOSED: Case[] = [
  [
    'a weighted sum of a grader, a style and a length',
    () => ({ ...SUMS, custom_rm_path: './weighted-parts.ts', reward_key: 'score' }),
  ],
  ['a reward behind a format', () => ({ ...SUMS, custom_rm_path: './gated-answer.ts' })],
  [
    'a language model that judges three times, beside a grader',
    () => ({
      ...SUMS,
      prompt_data: 'rows/capitals.jsonl',
      custom_rm_path: './model-judge.ts#among',
      judge_url: model.url,
      reward_key: 'score',
    }),
  ],
];

/** Slow ones, or near others. */
const SECOND_TIER: Case[] = [
  ["DAPO's reward", () => ({ ...SUMS, custom_rm_path: './short-math.ts' })],
  [
    'a language model that judges',
    () => ({
      ...SUMS,
      prompt_data: 'rows/capitals.jsonl',
      custom_rm_path: './model-judge.ts#alone',
      judge_url: model.url,
    }),
  ],
  [
    'a reward that starts a program',
    () => ({ ...SUMS, prompt_data: 'rows/counts.jsonl', custom_rm_path: './calculator.ts' }),
  ],
  [
    'an environment that fails now and then, and says so',
    () => ({ ...SUMS, rollout_interaction_env_path: './busy-env.ts' }),
  ],
];

/** With each seed; in the first tier episodes and composed rewards have one each, another in turn. */
const CASES = [
  ...[...SCORES, ...(isFullTier ? SECOND_TIER : [])].map(([what, args]) => ({
    what,
    args,
    seeds: SEEDS,
  })),
  ...[...EPISODES, ...COMPOSED].map(([what, args], at) => ({
    what,
    args,
    seeds: isFullTier ? SEEDS : SEEDS.slice(at % SEEDS.length, (at % SEEDS.length) + 1),
  })),
];

describe.concurrent.each(CASES)('$what', ({ args, seeds }) => {
  it.each(seeds)('holds every law, with seed %i', { timeout: 900_000 }, async (seed) => {
    const { plugins } = await runContracts({ args: args(), cwd: PLUGINS, runs: RUNS, seed });
    const alarms = plugins.flatMap(({ error, checks }) => [
      ...(error === null ? [] : [{ error }]),
      ...checks.flatMap(({ id, outcome, reason, failure }) =>
        ['fell_short', 'not_exercised', 'blocked', 'crashed'].includes(outcome)
          ? [{ id, outcome, reason, ...failure }]
          : [],
      ),
    ]);
    expect(alarms).toEqual([]);
  });
});
