import { join } from 'node:path';
import { contractTests } from 'slime-contracts/vitest';
import manifest from '../package.json' with { type: 'json' };

contractTests({
  args: {
    ...manifest.slime.args,
    rollout_interaction_env_path: './src/geo3k-env.ts#geo3kEnv',
    custom_rm_path: './src/geo3k-reward.ts#geo3kReward',
    prompt_data: manifest.slime.data,
  },
  laws: './test/laws.ts',
  cwd: join(import.meta.dirname, '..'),
  runs: 100,
  seed: 1,
});
