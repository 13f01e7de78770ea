import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DOMAINS } from '../../src/index.ts';
import { openEnv } from '../episode/open-env.ts';
import { runCli } from '../run-cli.ts';
import { recordedFolder } from '../shared-tau.ts';

const line = z.strictObject({
  env: z.string(),
  split: z.string(),
  index: z.int(),
  user_id: z.string(),
  annotator: z.string(),
  instruction: z.string(),
  actions: z.array(z.string()),
  outputs: z.array(z.string()),
  flags: z.array(z.strictObject({ reason: z.string(), detail: z.string() })),
});

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((one) => line.parse(JSON.parse(one)));

it('slime-env-tau tasks prints every task of the small world, by split and place', async () => {
  const { code, stdout, stderr } = await runCli(['tasks', '--env', 'airline']);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(linesOf(stdout).map(({ env, split, index }) => [env, split, index])).toEqual(
    ['test', 'train'].flatMap((split) =>
      Array.from({ length: 20 }, (_, at) => ['airline', split, at]),
    ),
  );
});

it('slime-env-tau tasks --flagged prints the weak ones and says why', async () => {
  const { stdout } = await runCli(['tasks', '--env', 'airline', '--split', 'test', '--flagged']);

  expect(linesOf(stdout).map(({ annotator, flags }) => [annotator, flags])).toEqual([
    ['what-did-i-pay', [{ reason: 'state_unchanged', detail: '1 actions' }]],
    ['nothing-to-do', [{ reason: 'do_nothing_passes', detail: '1 actions' }]],
  ]);
});

it('slime-env-tau tasks takes the folder of SLIME_TAU_DATA, and --data before it', async () => {
  vi.stubEnv('SLIME_TAU_DATA', '/nowhere');
  try {
    const named = await runCli(['tasks', '--env', 'retail']);
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('/nowhere')]);
    const other = await runCli(['tasks', '--env', 'retail', '--data', '/elsewhere']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('/elsewhere')]);
  } finally {
    vi.unstubAllEnvs();
  }
});

it('slime-env-tau tasks names the splits when it is asked for another', async () => {
  const { code, stderr } = await runCli(['tasks', '--env', 'retail', '--split', 'dev']);

  expect(code).toBe(2);
  expect(stderr).toContain('Choose one of: test, train.');
});

it('slime-env-tau tasks --as-rows prints the data set, byte for byte', async () => {
  for (const env of DOMAINS) {
    const args = ['tasks', '--env', env, '--split', 'train', '--as-rows'];
    const file = new URL(`../../data/${env}_train_tasks.jsonl`, import.meta.url);
    const stdout = await readFile(file, 'utf8');
    expect(await runCli(args)).toEqual({ code: 0, stdout, stderr: '' });
  }
});

it('slime-env-tau tasks --exclude leaves flagged tasks out of the rows, and says how many', async () => {
  const all = ['tasks', '--env', 'airline', '--split', 'test', '--as-rows'];
  const whole = (await runCli(all)).stdout.split('\n');
  const some = await runCli([...all, '--exclude', 'do_nothing_passes']);

  expect(some).toEqual({
    code: 0,
    stdout: whole.toSpliced(12, 1).join('\n'),
    stderr: 'airline/test: 1 of 20 tasks left out: do_nothing_passes\n',
  });
  const fewer = await runCli([...all, '--exclude', 'do_nothing_passes', 'state_unchanged']);
  expect(fewer.stdout.trimEnd().split('\n')).toHaveLength(18);
  expect(fewer.stderr).toContain('2 of 20 tasks left out: do_nothing_passes, state_unchanged');
});

it('slime-env-tau tasks --exclude leaves the idle tasks of the benchmark out', async (context) => {
  const data = ['--data', recordedFolder(context)];
  const asked = ['tasks', '--env', 'airline', '--split', 'test', '--as-rows', ...data];
  const { code, stdout, stderr } = await runCli([...asked, '--exclude', 'do_nothing_passes']);

  expect([code, stderr]).toEqual([0, 'airline/test: 19 of 50 tasks left out: do_nothing_passes\n']);
  for (const row of stdout.trimEnd().split('\n')) {
    const { index, metadata } = JSON.parse(row);
    const env = await openEnv(
      { index, metadata },
      { env: 'airline', task_split: 'test', data_dir: data[1] ?? '', idle_tasks: 'exclude' },
    );
    await env.close();
  }
});

it('slime-env-tau tasks --as-rows wants one split, since rows do not name theirs', async () => {
  const { code, stdout, stderr } = await runCli(['tasks', '--env', 'retail', '--as-rows']);

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--as-rows needs --split');
  expect(stderr).toContain('Choose one of: test, train.');
});

it('slime-env-tau tasks names the flags when it is asked to exclude another', async () => {
  const { code, stderr } = await runCli(['tasks', '--env', 'retail', '--exclude', 'idle']);

  expect(code).toBe(2);
  expect(stderr).toContain('do_nothing_passes');
});
