import { createRolloutArgs, createSample, GraderError, type RolloutArgs } from 'slime-sdk';
import { describe, expect, test, vi } from 'vitest';
import type { HostedReward } from '../../src/plugins/index.ts';
import { createProject, errorOf, openHost, scoreContext, shortArgs } from './project.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** A reward that does with each answer what it says, and writes down what it was asked where. */
const REWARD = `
import { appendFileSync, existsSync } from 'node:fs';
import { defineReward, GraderError } from 'slime-sdk';

async function reward(_args: unknown, _sample: unknown, { policyText }: { policyText: string }) {
  const here = import.meta.dirname;
  appendFileSync(here + '/asked', JSON.stringify([process.pid, policyText]) + '\\n');
  switch (policyText) {
    case 'loop': for (;;) {}
    case 'never': return new Promise<number>(() => {});
    case 'fill': { const kept: unknown[] = []; for (;;) kept.push(new Array(1e5).fill(kept.length)); }
    case 'exit': process.exit(3);
    case 'throw': throw new TypeError('boom');
    case 'once':
      if (existsSync(here + '/once')) return 0.5;
      appendFileSync(here + '/once', '');
      return new Promise<number>(() => {});
    default:
      if (existsSync(here + '/broken')) throw new Error('the judge is gone');
      if (existsSync(here + '/stuck')) return new Promise<number>(() => {});
      return 1;
  }
}
`;
const RANGED = `${REWARD}
export default defineReward({ mode: 'single', range: [-1, 1], reward });`;

interface Scorer {
  score(policyText: string): Promise<unknown>;
  /** Process and answer of each call so far. */
  asked(): Promise<[pid: number, policyText: string][]>;
  breakIt(how: 'broken' | 'stuck'): Promise<void>;
  overBound: number[];
}

async function open(module: string, fields: Partial<RolloutArgs> = {}): Promise<Scorer> {
  const { readFile, writeFile } = await import('node:fs/promises');
  const cwd = await createProject({ 'rm.ts': module });
  const args = { ...shortArgs(1), ...fields };
  const host = await openHost(cwd, { isolation: 'process', args, concurrency: 1 });
  const reward: HostedReward = await host.loadReward('./rm.ts', 'single');
  const overBound: number[] = [];
  return {
    overBound,
    score: (policyText) => {
      const { views, signal } = scoreContext(args);
      return reward.score({
        args,
        samples: [createSample({ index: 7, response: policyText, label: 'x' })],
        views: views.map((view) => ({ ...view, policyText })),
        signal,
        onOverBound: (at) => overBound.push(at),
      });
    },
    async asked() {
      const lines = (await readFile(`${cwd}/asked`, 'utf8')).trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line));
    },
    breakIt: (how) => writeFile(`${cwd}/${how}`, ''),
  };
}

describe('an answer on which a reward goes past its bound', () => {
  test.each(['loop', 'never'])(
    'again in a fresh process, behind one that it grades, gets the floor: %s',
    async (how) => {
      const scorer = await open(RANGED);
      expect(await scorer.score('fine')).toEqual([1]);
      expect(await scorer.score(how)).toEqual([-1]);
      expect(scorer.overBound).toEqual([0]);

      const asked = await scorer.asked();
      expect(asked.map(([, answer]) => answer)).toEqual(['fine', how, 'fine', how]);
      const [first, second, control, again] = asked.map(([pid]) => pid);
      expect(second).toBe(first);
      expect(control).not.toBe(first);
      expect(again).toBe(control);
      // The process that it hung is replaced.
      expect(await scorer.score('fine')).toEqual([1]);
    },
  );

  test('gets it where nothing was graded before, beside a short answer', async () => {
    const scorer = await open(RANGED);
    expect(await scorer.score('never')).toEqual([-1]);
    expect((await scorer.asked()).map(([, answer]) => answer)).toEqual(['never', '0', 'never']);
  });

  test('gets it by the name of --reward-key', async () => {
    const scorer = await open(RANGED, { reward_key: 'score' });
    expect(await scorer.score('never')).toEqual([{ score: -1 }]);
  });

  test('gets it for memory as for time', async () => {
    const scorer = await open(RANGED, createRolloutArgs({ reward_timeout: 30 }));
    expect(await scorer.score('fill')).toEqual([-1]);
    expect(scorer.overBound).toEqual([0]);
  });

  test('keeps its reward where it takes no longer than it may the second time', async () => {
    const scorer = await open(RANGED);
    expect(await scorer.score('once')).toEqual([0.5]);
    expect(scorer.overBound).toEqual([]);
  });
});

describe('the grader is to blame', () => {
  test.each([
    ['broken', 'threw Error: the judge is gone'],
    ['stuck', 'did not settle in 1 s'],
  ] as const)('where the control input fails too: %s', async (how, reason) => {
    const scorer = await open(RANGED);
    expect(await scorer.score('fine')).toEqual([1]);
    await scorer.breakIt(how);
    const error = await errorOf(scorer.score('never'));
    expect(error).toBeInstanceOf(GraderError);
    expect(String(error)).toMatch(/did not settle in 1 s\), and so it failed on a control input: /);
    expect(String(error).split('control input').at(-1)).toContain(reason);
    expect(scorer.overBound).toEqual([]);
  });

  test.each(['throw', 'exit'])('where it fails otherwise than by a bound: %s', async (how) => {
    const scorer = await open(RANGED);
    expect(await errorOf(scorer.score(how))).toBeInstanceOf(GraderError);
    expect(await scorer.asked()).toHaveLength(1);
  });

  test('where it scores a group, in which no answer is known to be the cause', async () => {
    const cwd = await createProject({
      'rm.ts': `
        import { defineReward } from 'slime-sdk';
        export default defineReward({ mode: 'group', range: [0, 1], reward: () => new Promise(() => {}) });`,
    });
    const args = shortArgs(1);
    const host = await openHost(cwd, { isolation: 'process', args });
    const reward = await host.loadReward('./rm.ts', 'group');
    expect(await errorOf(reward.score(scoreContext(args, 0, 2)))).toBeInstanceOf(GraderError);
  });

  test('where it declares no range, which has the floor', async () => {
    const scorer = await open(`${REWARD}\nexport default reward;`);
    expect(await errorOf(scorer.score('never'))).toMatchObject({
      code: 'SLIME_GRADER',
      data: { where: 'reward', reason: 'did not settle in 1 s' },
    });
    expect(await scorer.asked()).toHaveLength(1);
  });
});
