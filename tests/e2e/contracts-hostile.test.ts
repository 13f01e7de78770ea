import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAWS, OWN_LAWS } from './contracts-laws.ts';
import { type ContractsResult, processesWith, runContractsCli } from './contracts-run.ts';
import { createProject, type Project } from './project.ts';
import { isFullTier } from './recorded-data.ts';

let project: Project;

beforeAll(async () => {
  project = await createProject({ 'laws.js': LAWS });
});

afterAll(() => project.remove());

let plugins = 0;

/** Checks a reward that does something when it is asked to, or while it is loaded. */
async function attack(code: string, atLoad = ''): Promise<ContractsResult & { got: string }> {
  plugins += 1;
  const name = `rm-${plugins}.ts`;
  const source = `
    import fs from 'node:fs';
    import { spawn } from 'node:child_process';
    ${atLoad}
    export default async function rm(args, sample) {
      if (sample.response === 'attack') {
        ${code}
      }
      return 1;
    }
  `;
  await writeFile(join(project.dir, name), source);
  const args = ['--custom-rm-path', `./${name}`, ...OWN_LAWS];
  const result = await runContractsCli(args, { cwd: project.dir });
  const failures = result.report?.plugins.flatMap(({ checks }) => checks) ?? [];
  const got = failures.find(({ id }) => id === 'rm/own-attack')?.failure?.got ?? '';
  return { ...result, got };
}

const SPIN = 'for (let start = Date.now(); Date.now() - start < 60_000;);';

/** What it does, and what the report says of it. */
type Fault = [what: string, code: string, got: RegExp];

/** Near those of the first tier, and of the runner's own tests. */
const SECOND_TIER: Fault[] = [
  ['holds the event loop', 'for (;;);', /held the event loop for more than 1 s/],
  ['ends the process', 'process.exit(5);', /ended the process \(exit code 5\)/],
  [
    'takes memory outside of the heap',
    'const kept = []; for (;;) kept.push(Buffer.alloc(100_000_000, 1));',
    /used more than 2048 MB of memory|held the event loop/,
  ],
  ['never settles', 'await new Promise(() => {});', /a promise that did not settle/],
  [
    'gives a promise that resolves to itself',
    'const self = { then: (resolve) => resolve(self) }; return self;',
    /held the event loop|did not settle/,
  ],
  [
    'gives a promise whose `then` changes',
    'let asked = 0; return { get then() { return asked++ === 0 ? () => {} : 5; } };',
    /did not settle/,
  ],
  [
    'throws a proxy whose traps throw',
    'const trap = () => { throw 1; }; throw new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap });',
    /threw an? object that cannot be looked at/,
  ],
  [
    'gives a proxy that was revoked',
    'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy;',
    /revoked/,
  ],
  [
    'throws where nobody waits',
    "setImmediate(() => { throw new Error('late'); }); await new Promise((done) => setTimeout(done, 20));",
    /threw Error: late/,
  ],
  ['cuts the channel', 'process.disconnect();', /closed files or the channel/],
  [
    'closes every file',
    'for (let file = 0; file < 64; file += 1) try { fs.closeSync(file); } catch {}',
    /ended the process|closed files/,
  ],
];

const FAULTS: Fault[] = [
  [
    'queues microtasks without end',
    'const again = () => queueMicrotask(again); again();',
    /held the event loop for more than 1 s/,
  ],
  ['aborts the process', 'process.abort();', /ended the process \(SIGABRT\)/],
  [
    'gives a promise whose `then` throws',
    "return { get then() { throw new Error('no then'); } };",
    /threw Error: no then \(.*rm-\d+\.ts:\d+/,
  ],
  [
    'throws a proxy that was revoked',
    'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy;',
    /threw an? object that cannot be looked at/,
  ],
  [
    'throws an error of 50 MB',
    "throw new Error('x'.repeat(50_000_000));",
    /^threw Error: x{3000,}… \(50000000 characters\)/,
  ],
  ['closes the channel’s file', 'fs.closeSync(3);', /closed files or the channel/],
  [
    'makes everything look like a promise',
    'Object.prototype.then = function () {};',
    /Object\.prototype\.then was added/,
  ],
  ...(isFullTier ? SECOND_TIER : []),
];

describe.concurrent('a plugin that', () => {
  it.each(FAULTS)(
    '%s is reported as that, and the run goes on',
    { timeout: 60_000 },
    async (_what, code, got) => {
      const result = await attack(code);
      expect(result.outcomes).toEqual({ 'rm/own-attack': 'fell_short', 'rm/own-next': 'held' });
      expect(result.got).toMatch(got);
      expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 1, stderr: '' });
      expect(result.stdout).toContain('Fell short: 1 fell short, 1 held');
    },
  );

  it(
    'replaces built-in functions is told so, and another process goes on',
    { timeout: 60_000 },
    async () => {
      const { outcomes, code, report } = await attack(`
      globalThis.performance = { now: () => { throw new Error('no time'); } };
      globalThis.setTimeout = null;
      Promise.race = null;
      JSON.stringify = () => '{}';
      Array.prototype.map = null;
    `);
      expect(outcomes).toEqual({ 'rm/own-attack': 'fell_short', 'rm/own-next': 'held' });
      expect(code).toBe(1);
      expect(report?.plugins[0]?.checks[0]?.failure?.note).toMatch(
        /^the plugin changed built-in objects: .* was replaced$/,
      );
    },
  );

  it.each([
    [
      'replaces how a process ends and speaks',
      `process.exit = () => { throw new Error('no exit'); };
       process.reallyExit = () => {};
       process.stdout.write = () => { throw new Error('no output'); };
       globalThis.console = undefined;`,
    ],
    ['stops the clocks', 'Date.now = () => 0; performance.now = () => -1; Math.random = () => 0;'],
    [
      'adds to what all objects have',
      `Object.prototype.type = 'x'; Object.prototype.path = '1'; Object.prototype.get = 1;
       Object.prototype.final = true; Array.prototype.extra = () => 1;`,
    ],
    [
      'takes over the listeners of the process',
      `process.removeAllListeners();
       process.on('exit', () => { ${SPIN} });
       for (const name of ['SIGINT', 'SIGTERM', 'message']) process.on(name, () => {});`,
    ],
    [
      'leaves timers behind',
      'setInterval(() => {}, 1_000_000); setTimeout(() => {}, 2 ** 31 - 1);',
    ],
    ['goes to another folder', "process.chdir('/');"],
    [
      'deletes its own files',
      'for (const file of [import.meta.filename]) fs.rmSync(file, { force: true });',
    ],
    [
      'waits until its output is written',
      "await new Promise((done) => process.stdout.write('x', done));",
    ],
  ])('%s disturbs no check', { timeout: 60_000 }, async (_what, code) => {
    const result = await attack(code);
    expect(result.outcomes).toEqual({ 'rm/own-attack': 'held', 'rm/own-next': 'held' });
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('deletes its file and hangs is still checked to the end', { timeout: 60_000 }, async () => {
    const { outcomes, got } = await attack('fs.rmSync(import.meta.filename); for (;;);');
    expect(outcomes).toEqual({ 'rm/own-attack': 'fell_short', 'rm/own-next': 'held' });
    expect(got).toMatch(/held the event loop/);
  });

  it('ends the process between two checks costs the next one', { timeout: 60_000 }, async () => {
    const { outcomes, code } = await attack('setTimeout(() => process.exit(0), 0);');
    expect(Object.keys(outcomes)).toEqual(['rm/own-attack', 'rm/own-next']);
    expect(Object.values(outcomes)).toContain('fell_short');
    expect(code).toBe(1);
  });

  it('ends the process of an inline run leaves no green run', { timeout: 60_000 }, async () => {
    await writeFile(join(project.dir, 'inline.ts'), 'export default () => process.exit(0);');
    const { code, stderr } = await runContractsCli(
      ['--custom-rm-path', './inline.ts', '--isolation', 'inline'],
      { cwd: project.dir },
    );
    expect(code).toBe(1);
    expect(stderr).toContain('./inline.ts ended the process in the check rm/settles');
    expect(stderr).toContain('there is no verdict');
  });

  it('writes 100 MB to standard output fills no report', { timeout: 60_000 }, async () => {
    const { outcomes, stdout, report } = await attack(
      "for (let line = 0; line < 1000; line += 1) console.log('y'.repeat(100_000));",
    );
    expect(outcomes).toEqual({ 'rm/own-attack': 'held', 'rm/own-next': 'held' });
    expect(stdout.length).toBeLessThan(100_000);
    const { output = [] } = report?.plugins[0] ?? {};
    expect([output.length, output[0]?.length]).toEqual([100, 2000]);
  });

  it('starts processes leaves none behind', { timeout: 60_000 }, async () => {
    const { outcomes, code } = await attack(
      "spawn('sleep', ['98761']); spawn('sleep', ['98761'], { stdio: 'inherit' });",
    );
    expect([outcomes['rm/own-next'], code]).toEqual(['held', 0]);
    expect(await processesWith('sleep 98761')).toEqual([]);
  });

  it(
    'starts a daemon that keeps its output open keeps no run waiting',
    { timeout: 60_000 },
    async () => {
      const { outcomes, code } = await attack(
        "spawn('sleep', ['20.25'], { stdio: 'inherit', detached: true }).unref();",
      );
      expect([outcomes['rm/own-next'], code]).toEqual(['held', 0]);
      // It is still there: nobody waited for it.
      expect(await processesWith('sleep 20.25')).not.toEqual([]);
    },
  );
});

describe.concurrent('a plugin that, while it is loaded,', () => {
  it.each([
    [
      'waits for what never comes',
      'await new Promise(() => {});',
      /waits for a promise that nothing will settle while it was loaded/,
    ],
    [
      'ends the process',
      'process.exit(0);',
      /ended the process \(exit code 0\) while it was loaded/,
    ],
    [
      'cuts the channel',
      'process.disconnect();',
      /closed files or the channel .* while it was loaded/,
    ],
    [
      'throws a proxy',
      'throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } });',
      /failed while it was loaded: it threw /,
    ],
    ['throws nothing', 'throw undefined;', /failed while it was loaded: it threw undefined/],
  ])('%s is told so', { timeout: 60_000 }, async (_what, code, error) => {
    const result = await attack('', code);
    expect(result.report?.plugins[0]?.error).toMatch(error);
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 2, stderr: '' });
  });

  it.runIf(isFullTier).each([
    ['takes 40 s', 'await new Promise((done) => setTimeout(done, 40_000));'],
    ['computes without end', 'for (;;);'],
    ['waits beside a timer', 'setInterval(() => {}, 1000); await new Promise(() => {});'],
  ])('%s is told so after 30 s', { timeout: 120_000 }, async (_what, code) => {
    const result = await attack('', code);
    expect(result.report?.plugins[0]?.error).toMatch(
      /did not come to an end in 30 s while it was loaded/,
    );
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 2, stderr: '' });
  });
});

describe.concurrent('an environment that', () => {
  it.each([
    ['is none', 'undefined', 'env/build', /build gave undefined|must be an env/],
    [
      'gives a result that cannot be looked at',
      '{ ...env, step: () => revoked() }',
      'env/settles',
      /revoked/,
    ],
    [
      'gives a result that throws when it is looked at',
      "{ ...env, step: () => ({ observation: { text: 'a' }, get done() { throw new Error('no'); } }) }",
      'env/settles',
      /looking at it threw Error: no \(.*env-\d+\.ts:/,
    ],
  ])('%s is told so', { timeout: 60_000 }, async (_what, env, id, got) => {
    plugins += 1;
    const name = `env-${plugins}.ts`;
    const source = `
      const revoked = () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      };
      const env = {
        reset: () => ({}),
        step: () => ({ observation: { text: 'a' }, done: true }),
        formatObservation: ({ text }) => ({ role: 'user', content: text }),
        close() {},
      };
      export const buildEnv = () => (${env});
    `;
    await writeFile(join(project.dir, name), source);
    const line = `--rollout-interaction-env-path ./${name} --runs 10 --seed 1`;
    const result = await runContractsCli(line.split(' '), { cwd: project.dir });
    const failed = result.report?.plugins[0]?.checks.find((check) => check.id === id);
    expect(failed?.outcome).toBe('fell_short');
    expect(failed?.failure?.got).toMatch(got);
    expect(Object.values(result.outcomes)).not.toContain('crashed');
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 1, stderr: '' });
  });
});
