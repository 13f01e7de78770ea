import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Check, examination, property } from '../../src/check.ts';
import type { CheckResult } from '../../src/runner/check-result.ts';
import { runCheck } from '../../src/runner/run-check.ts';
import { readProcessState } from '../../src/world/process-state.ts';

/** Seconds that have passed. */
const clock = vi.hoisted(() => ({ seconds: 0 }));

vi.mock('../../src/runner/intact.ts', async (original) => ({
  ...(await original<object>()),
  now: () => clock.seconds * 1000,
}));

afterEach(() => {
  clock.seconds = 0;
});

const text = {
  id: 'rm/own' as const,
  title: 'a law of a test',
  why: 'It is a test.',
  fix: 'Nothing to mend.',
  source: 'here',
  faults: [],
  requires: [],
};

/** Runs a law over a plugin whose calls take so many seconds each. */
function run(
  check: Check<() => number>,
  plugin: () => number,
  path?: string,
): Promise<CheckResult> {
  return runCheck(check, plugin, {
    seconds: 5,
    runs: 100,
    seed: 1,
    replay: path === undefined ? null : { seed: 1, path, commands: null },
    onCall: () => {},
    onCase: () => {},
    onFailing: () => {},
    readOutput: () => '',
    takeStray: () => null,
    processState: readProcessState(),
  });
}

function slow(seconds: number): () => number {
  return () => {
    clock.seconds += seconds;
    return 0;
  };
}

const calls = (count: number): Check<() => number> =>
  property({
    ...text,
    inputs: () => fc.nat(),
    async holds(plugin: () => number, _input, trial) {
      for (let call = 0; call < count; call += 1) await trial.call('call', plugin);
    },
  });

describe('the time of a check', () => {
  it('ends a property after 30 s, and the report says after how many cases', async () => {
    const result = await run(calls(4), slow(1));
    expect(clock.seconds).toBeLessThanOrEqual(31);
    expect(result).toMatchObject({
      outcome: 'held',
      cases: 7,
      met: 7,
      reason: 'stopped after 30 s and 7 of 100 cases',
    });
  });

  it('that is too short for one case lets it not apply', async () => {
    const result = await run(calls(100), slow(1));
    expect(clock.seconds).toBeLessThanOrEqual(31);
    expect(result).toMatchObject({ outcome: 'not_applicable', cases: 0 });
    expect(result.reason).toBe('calls that take less time: it was stopped after 30 s');
  });

  it('ends an examination after 60 s, whatever it makes of a call that was left out', async () => {
    const check = examination({
      ...text,
      async examine(plugin: () => number, trial) {
        for (let call = 0; call < 100; call += 1) await trial.call('call', plugin).catch(() => 0);
        trial.fail({ expected: 'an answer', got: 'none' });
      },
    });
    const result = await run(check, slow(1));
    expect(clock.seconds).toBeLessThanOrEqual(61);
    expect(result).toMatchObject({ outcome: 'not_applicable', failure: null });
  });

  it('that sufficed is not told of', async () => {
    expect(await run(calls(1), slow(0.1))).toMatchObject({ outcome: 'held', reason: null });
  });
});

describe('a replay', () => {
  const small: Check<() => number> = property({
    ...text,
    inputs: () => fc.nat(1000),
    async holds(plugin: () => number, input, trial) {
      if (input > (await trial.call('call', plugin))) trial.fail({ expected: 'less', got: input });
    },
  });

  it('runs its one case, though a smaller one would fail too', async () => {
    const found = await run(small, () => 500);
    const replay = found.failure?.replay?.replace(/^1:/, '') ?? '';
    const again = await run(small, () => 0, replay);
    expect(again).toMatchObject({ cases: 1, failure: { input: '501', replay: `1:${replay}` } });
  });

  it('of what holds says that the failure did not repeat, and looks at no case beside it', async () => {
    const found = await run(small, () => 500);
    const replay = found.failure?.replay?.replace(/^1:/, '') ?? '';
    let called = 0;
    const result = await run(small, () => ((called += 1), called === 1 ? 1000 : 0), replay);
    expect(result).toMatchObject({ outcome: 'held', reason: 'the failure did not repeat' });
    expect(called).toBe(1);
  });

  it('of a path that leads to no case is refused', async () => {
    const result = await run(small, () => 0, '2:99999999:3');
    expect(result).toMatchObject({ outcome: 'not_exercised', cases: 0 });
    expect(result.reason).toMatch(/^there is no case at the path of --replay/);
  });
});
