import { join } from 'node:path';
import { contractTests } from 'slime-contracts/vitest';
import manifest from '../package.json' with { type: 'json' };

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const seeds = isFull ? Array.from({ length: 20 }, (_, at) => at + 1) : [1];
const { path: retailRows, ...keys } = manifest.slime.data;

const WORLDS = [
  { env: 'retail', rows: retailRows, runs: isFull ? 100 : 50 },
  { env: 'airline', rows: './data/airline_train_tasks.jsonl', runs: isFull ? 100 : 10 },
];

for (const { env, rows, runs } of WORLDS) {
  for (const seed of seeds) {
    contractTests({
      args: {
        ...manifest.slime.args,
        ...keys,
        env,
        rollout_interaction_env_path: './src/episode/define-tau-env.ts#tauEnv',
        prompt_data: rows,
      },
      cwd: join(import.meta.dirname, '..'),
      runs,
      seed,
    });
  }
}
