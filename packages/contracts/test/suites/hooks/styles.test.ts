import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { severityOf } from '../../../src/severity.ts';
import { fallen, runPlugin } from '../run-plugin.ts';

vi.setConfig({ testTimeout: 120_000 });

const FILE = join(import.meta.dirname, 'plugins', 'styles.ts');

describe('a correct plugin', () => {
  it.each([
    ['rewardPostProcess', 'rawRewards'],
    ['rewardPostProcess', 'leaveOneOut'],
    ['rewardPostProcess', 'distillation'],
    ['dynamicFilter', 'spreadFilter'],
    ['bufferFilter', 'newestHalf'],
    ['sampleHook', 'stamp'],
    ['sampleHook', 'halve'],
  ] as const)('of kind %s passes as %s', async (kind, name) => {
    const { results } = await runPlugin(kind, `${FILE}#${name}`);
    expect(fallen(results).filter(({ id }) => severityOf(id) === 'error')).toEqual([]);
  });

  it('without a baseline is not asked for one', async () => {
    const { results } = await runPlugin('rewardPostProcess', `${FILE}#rawRewards`);
    expect(results.find(({ id }) => id === 'reward-post-process/constant-group')).toMatchObject({
      outcome: 'not_applicable',
      reason: expect.stringContaining('subtracts the mean'),
    });
  });
});

it('warns that a filter on equal rewards never ends with one sample a prompt', async () => {
  const { results } = await runPlugin('dynamicFilter', `${FILE}#spreadFilter`);
  const result = results.find(({ id }) => id === 'dynamic-filter/groups-of-one');
  expect(result).toMatchObject({ outcome: 'fell_short' });
  expect(severityOf('dynamic-filter/groups-of-one')).toBe('warning');
});

it('refuses an export that is no function, by flag and name', async () => {
  const { refused } = await runPlugin('convert', `${FILE}#notAFunction`);
  expect(refused).toContain('--custom-convert-samples-to-train-data-path');
  expect(refused).toContain('export "notAFunction"');
  expect(refused).toContain('expected a function');
});
