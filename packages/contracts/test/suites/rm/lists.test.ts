import { fileURLToPath } from 'node:url';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, it, vi } from 'vitest';
import { flagged } from '../run-specimen.ts';
import { runReward } from './run-reward.ts';

vi.setConfig({ testTimeout: 60_000 });

const FILE = fileURLToPath(new URL('./plugins/lists.ts', import.meta.url));

function rows(name: string): string {
  return fileURLToPath(new URL(`./rows/${name}.jsonl`, import.meta.url));
}

const LISTS = { prompt_data: rows('lists'), input_key: 'input', label_key: 'label' };
const METADATA = { prompt_data: rows('metadata'), input_key: 'input', metadata_key: 'metadata' };

describe.each([
  ['rubric', LISTS],
  ['rubricWithExamples', LISTS],
  ['steps', LISTS],
  ['mustContain', METADATA],
  ['goldInMetadata', METADATA],
])('the reward %s', (name, args) => {
  it.each([1, 2, 3])('is flagged by no law, seed %i', async (seed) => {
    const options = { args: createRolloutArgs(args), runs: 60, seed };
    const results = await runReward(FILE, name, options);
    expect(flagged(results).map((id) => ({ id, ...results.get(id)?.failure }))).toEqual([]);
  });
});

it('holds no label against rows that have none', async () => {
  const args = createRolloutArgs(METADATA);
  const only = ['rm/label-sensitivity'];
  const results = await runReward(FILE, 'goldInMetadata', { args, only });
  expect(results.get('rm/label-sensitivity')?.reason).toBe('rows that have labels');
});
