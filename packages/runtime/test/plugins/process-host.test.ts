import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, GraderError, PluginError, RetryableEnvError } from 'slime-sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownProgram } from '../../src/plugins/own-program.ts';
import { ProcessHost } from '../../src/plugins/process-host.ts';
import { type Ended, HOSTILE, hostileSample, PLACES, runEpisode } from './hostile-plugin.ts';
import { openHostile } from './open-hostile.ts';
import { isAlive } from './program.ts';
import {
  createLog,
  errorOf,
  createProject,
  openContext,
  openHost,
  scoreContext,
  shortArgs,
  TURN,
} from './project.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const FINISHED = { class: 'finished', where: null, reason: null };

describe('a plugin that misbehaves costs its own episode', () => {
  test.each([
    ['loop', 'held the event loop for 1 s'],
    ['loop later', 'held the event loop for 1 s'],
    ['exit', 'exited with code 3'],
    ['never', 'did not settle in 1 s'],
    ['throw a string', "threw the string 'x'"],
    ['reject', 'threw null'],
    ['throw elsewhere', 'threw Error: stray outside of its calls'],
  ])('in every place when it does %s', async (how, reason) => {
    const args = shortArgs(1);
    const { host, ...plugins } = await openHostile(args);
    const pids = new Set<unknown>();
    // Each beside a sibling that behaves.
    const samples = PLACES.flatMap((at, index) => [
      hostileSample(index, at, how),
      hostileSample(index + 100, 'nowhere', how),
    ]);
    const ended = await Promise.all(
      samples.map((sample) => runEpisode(plugins, sample, args, (pid) => pids.add(pid))),
    );
    expect(ended.map(withoutOrigin)).toEqual(
      PLACES.flatMap((where, index) => [
        { index, class: where === 'reward' ? 'GraderError' : 'EnvError', where, reason },
        { index: index + 100, ...FINISHED },
      ]),
    );
    await host.close();
    expect([...pids].filter((pid) => typeof pid !== 'number' || isAlive(pid))).toEqual([]);
  });

  test.each([
    ['fill the heap', 'was aborted (SIGABRT): as a rule, it used more than 64 MB of heap'],
    ['fill the memory', 'used more than 300 MB of memory'],
  ])('when it does %s', async (how, reason) => {
    const args = shortArgs(30);
    const cwd = await createProject({ 'p.ts': HOSTILE });
    const [program, lifeline] = [await ownProgram('child'), await ownProgram('lifeline-worker')];
    const setup = { program, lifeline, heapMb: 64, memoryMb: 300 };
    const host = new ProcessHost({ args, cwd, log: createLog(), concurrency: 1, setup });
    onTestFinished(() => host.close());
    const env = await host.loadEnv('./p.ts');
    const plugins = { env, reward: await host.loadReward('./p.ts', 'single') };
    expect(await runEpisode(plugins, hostileSample(1, 'step', how), args)).toEqual({
      index: 1,
      class: 'EnvError',
      where: 'step',
      reason,
    });
    expect(await runEpisode(plugins, hostileSample(2, 'nowhere', how), args)).toEqual({
      index: 2,
      ...FINISHED,
    });
  });
});

/** Leaves out where in the file it was thrown. */
function withoutOrigin(ended: Ended): Ended {
  const reason = typeof ended.reason === 'string' ? ended.reason : null;
  return { ...ended, reason: reason?.replace(/ \(\/.*\)$/, '') ?? null };
}

test('an episode runs in a child as it does in this process', async () => {
  const cwd = await createProject({
    'env.ts': `
      import { BaseInteractionEnv, defineEnv } from 'slime-sdk';
      class Env extends BaseInteractionEnv {
        count = new Map([['n', 0]]);
        reset() { return { messages: [{ role: 'user', content: 'go' }] as any, info: { pid: process.pid } }; }
        step(text: string, context: any) {
          this.count.set('n', this.count.get('n')! + 1);
          return { observation: { text: text + this.count.get('n'), images: [new Uint8Array([1])] }, done: context.turn > 3, reward: 1 };
        }
        snapshot() { return this.count; }
        restore(count: any) { this.count = count; }
        metrics() { return { n: this.count.get('n')! }; }
      }
      export default defineEnv({
        name: 'full', apiVersion: 1, deterministic: false, observation: { overflow: 'cut' },
        reward: { reduction: 'sum', range: [0, 9], combine: 'env' }, build: () => new Env(),
      });`,
  });
  const args = shortArgs(5);
  const env = await (await openHost(cwd, { isolation: 'process', args })).loadEnv('./env.ts');
  expect(env.declaration).toEqual({
    name: 'full',
    deterministic: false,
    reward: { reduction: 'sum', range: [0, 9], combine: 'env' },
    observation: { overflow: 'cut', empty: false },
  });
  const session = await env.open(openContext(args));
  const reset = await session.reset({ seed: 1, attempt: 0 });
  expect(reset.messages).toEqual([{ role: 'user', content: 'go' }]);
  expect(reset.info?.['pid']).not.toBe(process.pid);
  expect(await session.step('a', TURN)).toEqual({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', image: new Uint8Array([1]) },
          { type: 'text', text: 'a1' },
        ],
      },
    ],
    done: false,
    info: null,
    reward: 1,
  });
  const snapshot = await session.snapshot();
  expect(snapshot).toEqual(new Map([['n', 1]]));
  await session.step('b', TURN);
  await session.restore(snapshot);
  expect(await session.step('c', { ...TURN, turn: 4 })).toMatchObject({
    messages: null,
    done: true,
  });
  expect(await session.metrics()).toEqual({ n: 2 });
  expect([await session.close(), await session.close()]).toEqual([null, null]);
});

describe('the episode’s signal', () => {
  test('reaches the plugin in its child, and ends the call with its reason', async () => {
    const cwd = await createProject({
      'env.ts': `
        import { writeFileSync } from 'node:fs';
        import { BaseInteractionEnv } from 'slime-sdk';
        class Env extends BaseInteractionEnv {
          step(_: string, { signal }: any): any {
            return new Promise((resolve) => signal.addEventListener('abort', () => {
              writeFileSync(import.meta.dirname + '/fired', signal.reason.message);
              resolve({ observation: { text: 'late' }, done: true });
            }));
          }
        }
        export const buildEnv = () => new Env();`,
    });
    const args = shortArgs(5);
    const env = await (await openHost(cwd, { isolation: 'process', args })).loadEnv('./env.ts');
    const controller = new AbortController();
    const session = await env.open(openContext(args, 0, controller.signal));
    const step = errorOf(session.step('x', TURN));
    const reason = new Error('the run ends');
    controller.abort(reason);
    expect(await step).toBe(reason);
    expect(await session.close()).toBeNull();
    expect(await readFile(join(cwd, 'fired'), 'utf8')).toBe('Error: the run ends');
  });

  test('does not wait for a child that holds its loop', async () => {
    const args = shortArgs(1);
    const { env } = await openHostile(args, 1);
    const controller = new AbortController();
    const { signal } = controller;
    const session = await env.open({ sample: hostileSample(0, 'step', 'loop'), args, signal });
    const step = errorOf(session.step('x', TURN));
    controller.abort(new Error('the run ends'));
    expect(String(await step)).toBe('Error: the run ends');
    expect(await session.close()).toMatchObject({
      data: { where: 'close', reason: 'held the event loop for 1 s' },
    });
  });
});

describe('errors', () => {
  test('keep their class, data and cause', async () => {
    const args = shortArgs(5);
    const { env, reward } = await openHostile(args, 1);
    const open = (at: string, how: string) =>
      env.open({ ...openContext(args), sample: hostileSample(7, at, how) });
    const retryable = await errorOf((await open('step', 'retryable')).step('x', TURN));
    expect(retryable).toBeInstanceOf(RetryableEnvError);
    expect(retryable).toMatchObject({
      message: 'env "hostile": step of turn 0 (sample 7): busy',
      data: { try: 1, where: 'step', turn: 0, index: 7 },
    });
    const context = { ...scoreContext(args), samples: [hostileSample(7, 'reward', 'throw')] };
    const graded = await errorOf(reward.score(context));
    expect(graded).toBeInstanceOf(GraderError);
    expect(graded).toMatchObject({ cause: { name: 'TypeError', message: 'boom' } });
    expect(graded instanceof Error && graded.message).toMatch(
      /^reward "\.\/p\.ts": reward \(sample 7\) threw TypeError: boom \(.*p\.ts:13:\d+\)$/,
    );
  });

  test.each([
    [
      'throws',
      `throw new Error('no data');`,
      /failed while it was loaded: it threw Error: no data \(.*rm\.ts:1:\d+\)$/,
    ],
    ['exits', `process.exit(4);`, /failed while it was loaded: it exited with code 4$/],
    ['is a reward of another mode', `export const batchedCustomRm = () => [1];`, /add --group-rm/],
    [
      'has another export',
      `export const x = 1;`,
      /has no export "default" or "customRm"; it exports x$/,
    ],
  ])('of a module that %s are the plugin’s', async (_, source, message) => {
    const cwd = await createProject({ 'rm.ts': source });
    const host = await openHost(cwd, { isolation: 'process' });
    const error = await errorOf(host.loadReward('./rm.ts', 'single'));
    expect(error).toBeInstanceOf(PluginError);
    expect(error instanceof Error && error.message).toMatch(message);
    expect(await readdir(cwd)).toEqual(['rm.ts']);
  });

  test('of its configuration are the caller’s', async () => {
    const cwd = await createProject({
      'rm.ts': `
        import { defineReward } from 'slime-sdk';
        import { z } from 'zod';
        export default defineReward({ mode: 'single', config: z.object({ level: z.int() }), reward: () => 1 });`,
    });
    const host = await openHost(cwd, { isolation: 'process' });
    expect(await errorOf(host.loadReward('./rm.ts', 'single'))).toBeInstanceOf(ConfigError);
  });
});

test('rewards of groups run in the same children as single ones', async () => {
  const cwd = await createProject({
    'rm.ts': `
      export const customRm = () => ({ pid: process.pid });
      export const batchedCustomRm = (_args: unknown, samples: any[]) => samples.map(() => ({ pid: process.pid }));`,
  });
  const args = shortArgs(5);
  const host = await openHost(cwd, { isolation: 'process', args, concurrency: 1 });
  const single = await host.loadReward('./rm.ts', 'single');
  const group = await host.loadReward('./rm.ts', 'group');
  const [one] = await single.score(scoreContext(args));
  expect(await group.score(scoreContext(args, 0, 3))).toEqual([one, one, one]);
});

test('a generate function is refused', async () => {
  const cwd = await createProject({ 'g.ts': 'export default () => [];' });
  const host = await openHost(cwd, { isolation: 'process' });
  const error = await errorOf(host.loadGenerate('./g.ts'));
  expect(error).toBeInstanceOf(ConfigError);
  expect(String(error)).toContain('needs --isolation inline');
});
