import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCli } from '../run-cli.ts';

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
