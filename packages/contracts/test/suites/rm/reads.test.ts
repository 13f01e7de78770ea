import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { runReward } from './run-reward.ts';

vi.setConfig({ testTimeout: 60_000 });

const FILE = fileURLToPath(new URL('./plugins/transcript-readers.ts', import.meta.url));

/** Outcome of the check over a reward that grades the last number of the whole transcript. */
async function outcome(name: string, args: Record<string, string> = {}): Promise<unknown> {
  const results = await runReward(FILE, name, { args, only: ['rm/reads'] });
  return results.get('rm/reads')?.outcome;
}

it('lets a bare function read sample.response in runs of single turns', async () => {
  expect(await outcome('bare')).toBe('held');
});

it('holds it to the policy’s own words where an environment speaks', async () => {
  const args = { rollout_interaction_env_path: './env.ts' };
  expect(await outcome('bare', args)).toBe('fell_short');
});

it('holds a reward to what it declares to read, whatever the run', async () => {
  expect(await outcome('declared')).toBe('fell_short');
});

it('lets a reward read observations that declares them', async () => {
  expect(await outcome('transcript')).toBe('held');
});
