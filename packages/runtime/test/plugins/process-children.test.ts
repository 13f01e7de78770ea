import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRolloutArgs, PluginError } from 'slime-sdk';
import { describe, expect, test, vi } from 'vitest';
import { hostileSample, runEpisode } from './hostile-plugin.ts';
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
