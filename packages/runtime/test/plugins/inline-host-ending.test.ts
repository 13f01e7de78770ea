import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRolloutArgs } from 'slime-sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { envWith, openEnv } from './open-env.ts';
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

describe('the episode’s signal', () => {
  test('reaches the plugin and ends the call with its reason', async () => {
    const controller = new AbortController();
    const { session } = await openEnv(
      {
        'env.ts': envWith(`
          step(_: string, { signal }: any) {
            return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
          }
          metrics() { return { aborted: Number(this.signal.aborted) }; }`),
      },
      shortArgs(5),
      controller.signal,
    );
    const step = errorOf(session.step('x', TURN));
    const reason = new Error('the run ends');
    controller.abort(reason);
    expect(await step).toBe(reason);
    // No call starts after it but close.
    expect(await errorOf(session.step('x', TURN))).toBe(reason);
    expect(await session.close()).toBeNull();
  });

  test('fires at the deadline', async () => {
    const { session, cwd } = await openEnv(
      {
        'env.ts': `import { writeFileSync } from 'node:fs';
          ${envWith(`step(_: string, { signal }: any) {
            signal.addEventListener('abort', () => writeFileSync(import.meta.dirname + '/fired', String(signal.reason)));
            return new Promise(() => {});
          }`)}`,
      },
      shortArgs(0.05),
    );
    await errorOf(session.step('x', TURN));
    expect(await readFile(join(cwd, 'fired'), 'utf8')).toContain('did not settle in 0.05 s');
  });
});

test.each(['inline', 'process'] as const)(
  'many episodes may share one signal, %s',
  async (isolation) => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const cwd = await createProject({
      'p.ts': `${envWith('')} export const customRm = () => 1;`,
    });
    const host = await openHost(cwd, { isolation, concurrency: 1 });
    const env = await host.loadEnv('./p.ts');
    const reward = await host.loadReward('./p.ts', 'single');
    const args = createRolloutArgs();
    const { signal } = new AbortController();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const session = await env.open(openContext(args, index, signal));
        await session.step('x', TURN);
        await session.close();
        await reward.score({ ...scoreContext(args, index), signal });
      }),
    );
    // Warnings are emitted in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  },
);

describe('close', () => {
  test('reaches the plugin once, however often it is called', async () => {
    const { session, cwd } = await openEnv({
      'env.ts': `import { appendFileSync } from 'node:fs';
        ${envWith(`close() { appendFileSync(import.meta.dirname + '/closed', 'x'); }`)}`,
    });
    const results = await Promise.all([session.close(), session.close()]);
    expect([...results, await session.close()]).toEqual([null, null, null]);
    expect(await readFile(join(cwd, 'closed'), 'utf8')).toBe('x');
  });

  test('reaches an env that is built after its deadline', async () => {
    const cwd = await createProject({
      'env.ts': `import { appendFileSync } from 'node:fs';
        ${envWith(`close() { (globalThis as any).onLateClose(); }`)}
        export const late = async (context: any) => {
          await (globalThis as any).untilLate;
          return buildEnv(context);
        };`,
    });
    const args = shortArgs(0.05);
    const closed = new Promise((resolve) => Object.assign(globalThis, { onLateClose: resolve }));
    let build: () => void = () => {};
    Object.assign(globalThis, { untilLate: new Promise<void>((resolve) => (build = resolve)) });
    const env = await (await openHost(cwd, { args })).loadEnv('./env.ts#late');
    expect(await errorOf(env.open(openContext(args)))).toMatchObject({
      data: { where: 'buildEnv', reason: 'did not settle in 0.05 s' },
    });
    build();
    await closed;
  });

  test('reaches what a build gave that is no env', async () => {
    const cwd = await createProject({
      'env.ts': `import { writeFileSync } from 'node:fs';
        export const buildEnv = () => ({ close() { writeFileSync(import.meta.dirname + '/closed', 'x'); } });`,
    });
    const env = await (await openHost(cwd)).loadEnv('./env.ts');
    expect(String(await errorOf(env.open(openContext(createRolloutArgs()))))).toMatch(
      /buildEnv \(sample 0\) gave a wrong result: .* it has no reset\(\), step\(\), formatObservation\(\)/,
    );
    expect(await readFile(join(cwd, 'closed'), 'utf8')).toBe('x');
  });

  test('of the host reaches the envs that are still open', async () => {
    const cwd = await createProject({
      'env.ts': `import { appendFileSync } from 'node:fs';
        ${envWith(`close() { appendFileSync(import.meta.dirname + '/closed', 'x'); }`)}`,
    });
    const host = await openHost(cwd);
    const env = await host.loadEnv('./env.ts');
    await env.open(openContext(createRolloutArgs()));
    await env.open(openContext(createRolloutArgs()));
    await host.close();
    expect(await readFile(join(cwd, 'closed'), 'utf8')).toBe('xx');
  });
});

test('abandoned calls are counted, and what they throw later is handled', async () => {
  const cwd = await createProject({
    'env.ts': envWith(`step(_: string, { signal }: any) {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject('too late')));
    }`),
  });
  const log = createLog();
  const args = shortArgs(0.05);
  const host = await openHost(cwd, { args, log });
  const session = await (await host.loadEnv('./env.ts')).open(openContext(args));
  await errorOf(session.step('x', TURN));
  await session.close();
  await host.close();
  expect(log.lines).toEqual([
    'warn: env "./env.ts": step threw the string \'too late\' after nobody waited for it',
    'warn: 1 calls of plugins were abandoned; 0 of them never settled',
  ]);
});
