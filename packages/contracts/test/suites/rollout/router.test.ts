import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startRouter } from '../../../src/suites/rollout/router.ts';
import { fallen, runPlugin } from '../run-plugin.ts';

vi.setConfig({ testTimeout: 120_000 });

const FILE = join(import.meta.dirname, 'plugins', 'over-http.ts');

describe('a rollout function that samples over HTTP', () => {
  it('meets an engine at the router of its arguments, and passes', async () => {
    const { results } = await runPlugin('rollout', `${FILE}#overHttp`, { runs: 20 });
    expect(fallen(results)).toEqual([]);
    expect(results.map(({ id }) => id)).toContain('rollout/samples');
  });

  it('passes with fanned-out groups', async () => {
    const { results } = await runPlugin('rollout', `${FILE}#fannedOut`, { runs: 20 });
    expect(fallen(results)).toEqual([]);
  });
});

it('loads no engine as long as nobody connects, and says why it has none', async () => {
  let asked = 0;
  const router = await startRouter({
    encoder: () => {
      asked += 1;
      return Promise.reject(new Error('no encoder is there'));
    },
  });
  expect(router.port).toBeGreaterThan(0);
  expect(asked).toBe(0);
  const response = await fetch(`http://${router.host}:${router.port}/health`);
  expect([response.status, await response.json()]).toEqual([503, { error: 'no encoder is there' }]);
  expect(asked).toBe(1);
  await router.close();
});
