import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { flagged } from '../run-specimen.ts';
import { type EnvRun, runEnv } from './run-env.ts';

vi.setConfig({ testTimeout: 1_200_000 });

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const SEEDS = Array.from({ length: isFull ? 20 : 1 }, (_, at) => at + 1);
const RUNS = isFull ? 200 : 40;

const GEO3K = join(import.meta.dirname, '..', '..', '..', '..', 'env-geo3k');

const envs: { name: string; run: EnvRun }[] = [
  ...[
    './closure.ts',
    './orders.ts#env',
    './guess.ts#env',
    './service.ts#env',
    './pictures.ts#env',
    './dice.ts#env',
    './rooms.ts#env',
    './sandbox.ts#env',
    './slow.ts#env',
  ].map((spec) => ({ name: spec, run: { spec } })),
  {
    name: 'env-geo3k with its rows',
    run: {
      spec: './src/index.ts#geo3kEnv',
      cwd: GEO3K,
      args: {
        prompt_data: './data/rows.jsonl',
        input_key: 'problem',
        label_key: 'answer',
        multimodal_keys: { image: 'images' },
        apply_chat_template: true,
        n_samples_per_prompt: 4,
        sglang_tool_call_parser: 'qwen25',
        sglang_reasoning_parser: 'qwen3',
        max_turns: 3,
      },
    },
  },
  { name: 'env-geo3k without rows', run: { spec: './src/index.ts#geo3kEnv', cwd: GEO3K } },
];

it.each(envs)('no law flags $name', async ({ run }) => {
  for (const seed of SEEDS) {
    const results = await runEnv({ ...run, seed, runs: RUNS });
    const reports = flagged(results).map((id) => ({ seed, ...results.get(id) }));
    expect(reports).toEqual([]);
  }
});
