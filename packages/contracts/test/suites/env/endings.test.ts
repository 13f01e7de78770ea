import { expect, it, onTestFinished, vi } from 'vitest';
import { superviseEnv } from './run-env.ts';

vi.setConfig({ testTimeout: 120_000 });

const words: [string, { expected: RegExp; got: RegExp }][] = [
  ['exits', { expected: /^step of turn 2 returns$/, got: /ended the process \(exit code 7\)/ }],
  ['loops', { expected: /^step of turn 2 returns$/, got: /held the event loop for more than 2 s/ }],
  ['allocates', { expected: /^step of turn 2 returns$/, got: /memory|held the event loop/ }],
  ['neverSettles', { expected: /^step of turn 2 settles within 2 s$/, got: /did not settle/ }],
  ['throwsNoError', { expected: /^step of turn 2 does not throw$/, got: /a string/ }],
  ['rejectsLater', { expected: /where nobody waits/, got: /nobody waits for this/ }],
];

it.each(words)(
  'an environment that %s is reported as that, and the run goes on',
  async (name, { expected, got }) => {
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    const results = await superviseEnv(
      { spec: `./ending/endings.ts#${name}`, only: ['env/settles', 'env/hold', 'env/siblings'] },
      controller.signal,
    );
    const settles = results.get('env/settles');
    expect(settles?.outcome).toBe('fell_short');
    expect(settles?.failure?.expected).toMatch(expected);
    expect(settles?.failure?.got).toMatch(got);
    expect(results.get('env/siblings')?.outcome).toBe('held');
  },
);
