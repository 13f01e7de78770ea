import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '../../packages/create-slime-env/src/kinds.ts';
import { createLinked, type LinkedPackage } from './create-linked.ts';
import { mustRun, runCommand } from './create-run.ts';
import { blockWith, readBlocks } from './readme-project.ts';
import { readSamples } from './read-run.ts';

const TIMEOUT = { timeout: 120_000 };

/** What a person types, and what they must be told. */
const PLAYS = {
  env: [
    ['/call open_crate {"crate":"A"}\n/call open_crate {"crate":"B"}\nAnswer: 11\n', 'reward 1'],
    ['"""\nI would say\n\nAnswer: 9\n"""\n', 'reward 0'],
    ['/call open_crate {"crate":"A"\n/call open_crate {"crate":"Z"}\n', 'There is no such crate'],
  ],
  reward: [
    ['{"name":"Ada Lovelace","city":"London","born":1815}\n', 'reward 1'],
    ['"""\n{"name":"Ada Lovelace",\n"city":"Paris"}\n"""\n', 'reward 0.333'],
  ],
  generate: [
    ['Answer: 84\n', 'reward 1'],
    ['84\nAnswer: 84\n', 'reward 0.5'],
    ['84\n84\n84\n', 'reward 0'],
    ['84\n', 'left: no reward'],
  ],
} as const;

describe.each(KINDS)('a package of kind %s', (kind) => {
  let made: LinkedPackage;

  beforeAll(async () => {
    made = await createLinked(kind);
    // Builds what is played.
    await npm('play', AbortSignal.timeout(30_000));
  }, 30_000);

  afterAll(() => made.remove());

  const npm = (script: string, signal: AbortSignal, input?: string): Promise<string> =>
    mustRun('npm', ['run', '--silent', ...script.split(' ')], {
      cwd: made.dir,
      env: made.env,
      signal,
      ...(input === undefined ? {} : { input }),
    });

  it('has sound types', TIMEOUT, async ({ signal }) => {
    expect(await npm('typecheck', signal)).toBe('');
  });

  it('passes its tests, the contracts among them', TIMEOUT, async ({ signal }) => {
    const [, passed] = / {2}Tests {2}(\d+) passed/.exec(await npm('test', signal)) ?? [];
    // Its own are a few.
    expect(Number(passed)).toBeGreaterThan(30);
  });

  it('can be played through a pipe', TIMEOUT, async ({ signal }) => {
    for (const [input, told] of PLAYS[kind]) {
      expect(await npm('play', signal, input)).toContain(told);
    }
  });

  it('refuses to play a row that is not there', TIMEOUT, async ({ signal }) => {
    const { dir: cwd, env } = made;
    const result = await runCommand('node', ['build/play.js', '--row', '99'], { cwd, env, signal });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(/^--row 99: .\/data\/rows.jsonl has the rows 1 to \d+\n$/);
  });

  it('lets go of a play at Ctrl-C', TIMEOUT, async () => {
    const child = spawn('node', ['build/play.js'], { cwd: made.dir, env: made.env });
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('[user]')) child.kill('SIGINT');
      told += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, left: told.endsWith('left: no reward\n') }).toEqual({ code: 130, left: true });
  });

  it('is built, and runs by its own name', TIMEOUT, async ({ signal }) => {
    await npm('rollout -- --output runs/one', signal);
    const samples = await readSamples(join(made.dir, 'runs/one'));
    expect(samples.every(({ status }) => status !== 'failed')).toBe(true);
    // Right and wrong: without both, nothing is learned.
    const rewards = samples.map(({ reward }) => Number(reward));
    expect([Math.min(...rewards), Math.max(...rewards)]).toEqual([0, 1]);
    expect(await readdir(join(made.dir, 'dist'))).toContain('index.d.ts');
  });
});

describe('the guide', async () => {
  const blocks = await readBlocks('docs/guide-first-plugin.md');
  let made: LinkedPackage;

  beforeAll(async () => {
    made = await createLinked('env');
  });

  afterAll(() => made.remove());

  const change = async (file: string, from: string, to: string): Promise<void> => {
    const path = join(made.dir, file);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
  };

  it('adds a tool that works', TIMEOUT, async ({ signal }) => {
    const tool = blockWith(blocks, '// src/list-closed.ts');
    await writeFile(join(made.dir, 'src/list-closed.ts'), tool);
    await change('src/crates-env.ts', 'tools = [openCrate]', 'tools = [openCrate, listClosed]');
    const imported = "import { listClosed } from './list-closed.ts';\n";
    await change('src/crates-env.ts', 'import { openCrate', `${imported}import { openCrate`);
    const commands = blockWith(blocks, 'list_closed\\n');
    const { dir: cwd, env } = made;
    const told = await mustRun('sh', ['-euc', commands], { cwd, env, signal });
    expect(told).toContain('[tool list_closed] Closed: A, B.');
  });

  it('breaks the reward, and a law says so', TIMEOUT, async ({ signal }) => {
    await change('src/reward.ts', '? 1 : 0', '? 1 : NaN');
    const { dir: cwd, env } = made;
    const { code, stdout } = await runCommand('npm', ['test'], { cwd, env, signal });
    expect(code).toBe(1);
    expect(stdout).toContain('rm/finite');
  });
});
