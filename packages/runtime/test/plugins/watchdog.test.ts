import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createProject } from './project.ts';
import { PREAMBLE, runProgram } from './program.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ENV = (step: string) => `
import { BaseInteractionEnv, defineEnv } from 'slime-sdk';
class Env extends BaseInteractionEnv { step(): any { ${step} } }
export default defineEnv({ name: 'stuck', apiVersion: 1, build: () => new Env() });
`;
const STEP = `${PREAMBLE}
import { writeFileSync } from 'node:fs';
const session = await (await (await open('inline')).loadEnv('./env.ts')).open(context);
writeFileSync('before', 'written');
await session.step('x', turn);
writeFileSync('after', 'not reached');
`;

describe('a plugin that holds the event loop of the run', () => {
  test('is named on standard error, and the process is killed', async () => {
    const cwd = await createProject({ 'env.ts': ENV('for (;;) {}') });
    const { signal, stdout, stderr } = await (await runProgram(cwd, STEP)).ended;
    expect({ signal, stdout }).toEqual({ signal: 'SIGKILL', stdout: '' });
    expect(stderr).toMatch(
      /^\nenv "stuck": step of turn 0 \(sample 3\) has held the event loop for 2 s\nNothing else of this run can move, so the process ends now\. What is written so far is whole\.\nWith --isolation process, such a call costs its own episode only\.\n$/,
    );
    expect(await readFile(join(cwd, 'before'), 'utf8')).toBe('written');
  });

  test('after an await is named among the calls under way', async () => {
    const cwd = await createProject({
      'env.ts': ENV('return Promise.resolve().then(() => { for (;;) {} });'),
    });
    const { signal, stderr } = await (await runProgram(cwd, STEP)).ended;
    expect(signal).toBe('SIGKILL');
    expect(stderr).toContain(
      'a plugin has held the event loop for 2 s; under way: env "stuck": step of turn 0 (sample 3)\n',
    );
  });
});

test('a generate function that holds the event loop is named, too', async () => {
  const cwd = await createProject({ 'generate.ts': 'export default async () => { for (;;) {} };' });
  const { signal, stderr } = await (
    await runProgram(
      cwd,
      `${PREAMBLE}
      const generate = await (await open('inline')).loadGenerate('./generate.ts');
      await generate(args, context.sample, {}, context as any);`,
    )
  ).ended;
  expect(signal).toBe('SIGKILL');
  expect(stderr).toContain('generate "./generate.ts": generate (sample 3) has held the event loop');
});

test('a loop that turns is left alone, and the watchdog does not keep the process', async () => {
  const cwd = await createProject({
    'env.ts': ENV(`return new Promise((resolve) =>
      setTimeout(resolve, 600, { observation: { text: 'x' }, done: true }));`),
  });
  const program = await runProgram(
    cwd,
    `${PREAMBLE}
    const session = await (await (await open('inline')).loadEnv('./env.ts')).open(context);
    // In all for longer than the bound of one.
    for (let turns = 0; turns < 4; turns += 1) await session.step('x', turn);
    process.stdout.write('done');`,
  );
  expect(await program.ended).toEqual({
    code: 0,
    signal: null,
    stdout: 'done',
    stderr: '',
  });
});

test('a loop held by something else than a plugin is left alone', async () => {
  const cwd = await createProject({
    'env.ts': ENV(`return { observation: { text: 'x' }, done: true };`),
  });
  const program = await runProgram(
    cwd,
    `${PREAMBLE}
    const session = await (await (await open('inline')).loadEnv('./env.ts')).open(context);
    await session.step('x', turn);
    const until = performance.now() + 2000;
    while (performance.now() < until);
    process.stdout.write('done');`,
  );
  expect(await program.ended).toMatchObject({ code: 0, stdout: 'done', stderr: '' });
});

test('errors of a plugin name its own lines', async () => {
  const cwd = await createProject({
    'env.ts': `type A = 1;\n\nexport const buildEnv = (): never => {\n  throw new Error('boom');\n};\n`,
  });
  const program = await runProgram(
    cwd,
    `${PREAMBLE}
    const host = await open('inline');
    const error = await (await host.loadEnv('./env.ts')).open(context).catch((error: Error) => error.message);
    await host.close();
    process.stdout.write(String(error));`,
  );
  expect((await program.ended).stdout).toBe(
    `env "./env.ts": buildEnv (sample 3) threw Error: boom (${join(cwd, 'env.ts')}:4:9)`,
  );
});
