import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runSpecimen, SPECIMENS } from '../run-specimen.ts';
import { runEnv } from './run-env.ts';

vi.setConfig({ testTimeout: 120_000 });

const SHOP = join(SPECIMENS, 'env', 'settles.ts');

describe('an environment that breaks behind two certain valid calls', () => {
  it('is found out by 19 of 20 seeds', async () => {
    const outcomes: string[] = [];
    for (let seed = 1; seed <= 20; seed += 1) {
      const results = await runSpecimen(SHOP, '#broken', {
        runs: 1000,
        seed,
        only: ['env/settles'],
      });
      outcomes.push(results.get('env/settles')?.outcome ?? '');
    }
    expect(outcomes.filter((outcome) => outcome === 'fell_short').length).toBeGreaterThan(18);
  });

  it('is reported with the words of the policy', async () => {
    const results = await runSpecimen(SHOP, '#broken', { runs: 1000, only: ['env/settles'] });
    const { failure } = results.get('env/settles') ?? {};
    expect(failure?.expected).toMatch(/^step of turn \d does not throw$/);
    expect(failure?.got).toMatch(/the order is gone/);
    expect(failure?.note).toMatch(/#W4711|#W0815/);
  });
});

describe('a sequence of calls that leaves an episode changed', () => {
  const spec = `${join(SPECIMENS, 'env', 'lifecycle.ts')}#broken`;
  const only = ['env/lifecycle'];

  it('shrinks to the calls that it takes', async () => {
    const { failure } = (await runEnv({ spec, only })).get('env/lifecycle') ?? {};
    expect(failure?.input).toMatch(/step\(\w+\),metrics\(\),step\(\w+\)"/);
  });

  it('replays from its seed, path and commands', async () => {
    const { failure } = (await runEnv({ spec, only })).get('env/lifecycle') ?? {};
    const replay = failure?.replay ?? '';
    expect(replay).toMatch(/^1:[\d:]+@\S+$/);
    const again = (await runEnv({ spec, only, replay })).get('env/lifecycle');
    expect(again).toMatchObject({ outcome: 'fell_short', cases: 1 });
    expect(again?.failure).toMatchObject({ input: failure?.input, got: failure?.got });
  });
});
