import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fallen, runPlugin } from '../run-plugin.ts';
import * as plugins from './correct-plugins.ts';

vi.setConfig({ testTimeout: 120_000 });

const FILE = join(import.meta.dirname, 'correct-plugins.ts');

describe.each(Object.keys(plugins))('%s, a generate function that is right', (name) => {
  it('is flagged by no check', async () => {
    const { results, refused } = await runPlugin('generate', `${FILE}#${name}`, { runs: 20 });
    expect(refused).toBeNull();
    expect(fallen(results)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'held').length).toBeGreaterThan(25);
  });
});
