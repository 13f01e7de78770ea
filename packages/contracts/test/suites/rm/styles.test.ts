import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { flagged } from '../run-specimen.ts';
import { runReward } from './run-reward.ts';
import * as styles from './plugins/styles.ts';

vi.setConfig({ testTimeout: 120_000 });

const FILE = fileURLToPath(new URL('./plugins/styles.ts', import.meta.url));
const names = Object.keys(styles).toSorted();

describe.each(names)('the reward %s', (name) => {
  it('is flagged by no law', async () => {
    const args = { group_rm: /[gG]roup|batched/.test(name) };
    const results = await runReward(FILE, name, { args, runs: 60 });
    const alarms = flagged(results).map((id) => ({ id, ...results.get(id)?.failure }));
    expect(alarms).toEqual([]);
  });
});

it('exercises every check with one style or another', async () => {
  const exercised = new Set<string>();
  for (const name of ['lawful', 'formatAndAnswer', 'centredGroup', 'customRm', 'batchedCustomRm']) {
    const args = { group_rm: /[gG]roup|batched/.test(name) };
    for (const [id, { outcome }] of await runReward(FILE, name, { args, runs: 20 })) {
      if (outcome === 'held') exercised.add(id);
    }
  }
  const all = (await runReward(FILE, 'exact', { runs: 1 })).keys();
  // Only a reward that waits long can be asked to stop.
  expect([...all].filter((id) => !exercised.has(id))).toEqual(['rm/abort']);
});
