import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ConfigError,
  createRolloutArgs,
  GraderError,
  PluginError,
  RetryableEnvError,
  type RolloutArgs,
} from 'slime-sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownProgram } from '../../src/plugins/own-program.ts';
import { ProcessHost } from '../../src/plugins/process-host.ts';
import type { HostedEnv, HostedReward, RolloutPluginHost } from '../../src/plugins/index.ts';
import { type Ended, HOSTILE, hostileSample, PLACES, runEpisode } from './hostile-plugin.ts';
import { isAlive } from './program.ts';
import {
  createLog,
  createProject,
  openContext,
  openHost,
  scoreContext,
  shortArgs,
  TURN,
} from './project.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

async function openHostile(
  args: RolloutArgs,
  concurrency = 8,
): Promise<{ host: RolloutPluginHost; env: HostedEnv; reward: HostedReward; cwd: string }> {
  const cwd = await createProject({ 'p.ts': HOSTILE });
  const host = await openHost(cwd, { isolation: 'process', args, concurrency });
  const env = await host.loadEnv('./p.ts');
  return { host, env, reward: await host.loadReward('./p.ts', 'single'), cwd };
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
}

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

describe('children', () => {
  test('serve one episode after the other', async () => {
    const args = shortArgs(5);
    const plugins = await openHostile(args, 1);
    const pids: unknown[] = [];
    for (const index of [0, 1, 2]) {
      await runEpisode(plugins, hostileSample(index, 'nowhere', ''), args, (pid) => pids.push(pid));
    }
    expect(new Set(pids).size).toBe(1);
  });

  test('serve again after an error that is thrown', async () => {
    const args = shortArgs(5);
    const plugins = await openHostile(args, 1);
    const pids: unknown[] = [];
    for (const at of ['step', 'formatObservation', 'nowhere']) {
      const sample = hostileSample(0, at, 'throw');
      await runEpisode(plugins, sample, args, (pid) => pids.push(pid));
    }
    expect(new Set(pids).size).toBe(1);
  });

  test('are replaced after a call that did not settle', async () => {
    const args = shortArgs(0.2);
    const plugins = await openHostile(args, 1);
    const pids: unknown[] = [];
    for (const at of ['step', 'nowhere']) {
      const sample = hostileSample(0, at, 'never');
      await runEpisode(plugins, sample, args, (pid) => pids.push(pid));
    }
    expect(new Set(pids).size).toBe(2);
  });

  test('are as many as episodes in flight: further ones wait', async () => {
    const args = shortArgs(5);
    const { env } = await openHostile(args, 2);
    const open = async (index: number) => {
      const session = await env.open({ ...openContext(args, index) });
      const { info } = await session.reset({ seed: 1, attempt: 0 });
      return { session, pid: info?.['pid'] };
    };
    const [one, two] = await Promise.all([open(0), open(1)]);
    let isThere = false;
    const third = open(2).then((opened) => {
      isThere = true;
      return opened;
    });
    // Round trips of the other two, in which a third child could have answered.
    for (let turn = 0; turn < 20; turn += 1) await one.session.step('x', { ...TURN, turn });
    expect(isThere).toBe(false);
    await two.session.close();
    expect((await third).pid).toBe(two.pid);
  });

  test('are not waited for when the episode is aborted', async () => {
    const args = shortArgs(5);
    const { env } = await openHostile(args, 1);
    await env.open(openContext(args, 0));
    const controller = new AbortController();
    const waiting = errorOf(env.open(openContext(args, 1, controller.signal)));
    const reason = new Error('the run ends');
    controller.abort(reason);
    expect(await waiting).toBe(reason);
  });

  test('are refused to those who wait when the host closes', async () => {
    const args = shortArgs(5);
    const { host, env } = await openHostile(args, 1);
    await env.open(openContext(args, 0));
    const waiting = errorOf(env.open(openContext(args, 1)));
    await host.close();
    expect(await waiting).toBeInstanceOf(PluginError);
    expect(await errorOf(env.open(openContext(args, 2)))).toBeInstanceOf(PluginError);
  });

  test('are not lost to a request that cannot be sent', async () => {
    const args = shortArgs(5);
    const { env } = await openHostile(args, 1);
    const session = await env.open(openContext(args));
    expect(String(await errorOf(session.restore({ f: () => 1 })))).toMatch(/could not be cloned/);
    expect(await session.step('x', TURN)).toMatchObject({ done: false });
  });

  test('do not write to our output: what they print goes to the log', async () => {
    const cwd = await createProject({
      'rm.ts': `export default () => { console.log('from a plugin'); console.error('and an error'); return 1; }`,
    });
    const log = createLog();
    const host = await openHost(cwd, { isolation: 'process', log });
    await (await host.loadReward('./rm.ts', 'single')).score(scoreContext(createRolloutArgs()));
    await host.close();
    expect(log.lines.map((line) => line.replace(/\d+/, 'N')).toSorted()).toEqual([
      'info: plugin process N: and an error',
      'info: plugin process N: from a plugin',
    ]);
  });

  test('cannot be spoken for by the plugin', async () => {
    const cwd = await createProject({
      'rm.ts': `export default () => (process.send === undefined ? 1 : 0);`,
    });
    const host = await openHost(cwd, { isolation: 'process' });
    const reward = await host.loadReward('./rm.ts', 'single');
    expect(await reward.score(scoreContext(createRolloutArgs()))).toEqual([1]);
  });
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

test('an env that is built after its deadline is closed before its child ends', async () => {
  const cwd = await createProject({
    'env.ts': `
      import { writeFileSync } from 'node:fs';
      import { BaseInteractionEnv } from 'slime-sdk';
      class Env extends BaseInteractionEnv {
        step(): any {}
        close() { writeFileSync(import.meta.dirname + '/closed', String(process.pid)); }
      }
      export const buildEnv = () => new Promise((resolve) => setTimeout(resolve, 600, new Env()));`,
  });
  const args = shortArgs(0.3);
  const env = await (await openHost(cwd, { isolation: 'process', args })).loadEnv('./env.ts');
  expect(await errorOf(env.open(openContext(args)))).toMatchObject({
    data: { where: 'buildEnv', reason: 'did not settle in 0.3 s' },
  });
  await expect.poll(() => readFile(join(cwd, 'closed'), 'utf8').catch(() => '')).toMatch(/^\d+$/);
  const pid = Number(await readFile(join(cwd, 'closed'), 'utf8'));
  await expect.poll(() => isAlive(pid)).toBe(false);
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
