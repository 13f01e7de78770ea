import { describe, expect, it, vi } from 'vitest';
import { runEnv, superviseEnv } from './run-env.ts';

vi.setConfig({ testTimeout: 60_000 });

async function failureOf(name: string, id: string) {
  const results = await runEnv({ spec: `./misread.ts#${name}`, only: [id], runs: 200 });
  expect(results.get(id)?.outcome).not.toBe('not_applicable');
  return results.get(id)?.failure ?? null;
}

describe('an environment', () => {
  it('gives a reward where the loop ends the episode, too', async () => {
    const failure = await failureOf('late', 'env/reward-number');
    expect(failure?.expected).toMatch(/turn limit|turn that was cut/);
  });

  it('does not end by a word of its own expression that the policy only thinks', async () => {
    const failure = await failureOf('listener', 'env/self-end');
    expect(failure?.note).toContain('farewell');
  });

  it('runs no call of the reasoning, though it names the tools that it does not know', async () => {
    const failure = await failureOf('whole', 'env/reasoning-calls');
    expect(failure?.note).toContain('read_sensor');
  });

  it('may pay by chance, where it says so', async () => {
    expect(await failureOf('coin', 'env/null-policy')).toBeNull();
  });

  it('is told of a call that hangs with its words and what was thrown beside it', async ({
    signal,
  }) => {
    const results = await superviseEnv({ spec: './misread.ts#waiting' }, signal);
    const settles = results.get('env/settles');
    expect(settles?.failure?.note).toMatch(/^the policy said turn 0: .*URIError/);
    expect(results.get('env/args-not-written')?.outcome).toBe('blocked');
  });
});
