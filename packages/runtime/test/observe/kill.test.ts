import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics, openRunFolder, openRunWriter } from '../../src/observe/index.ts';
import { makeManifest } from './sample-groups.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

let dir: string;
/** The endless run as plain JavaScript, where it finds this workspace's packages. */
let folder: string;
let script: string;
const children: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kill-'));
  const cache = join(HERE, '../../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, 'endless-run-'));
  script = join(folder, 'endless-run.mjs');
  await build({
    input: fileURLToPath(new URL('./endless-run.ts', import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['slime-source', 'node', 'import', 'default'] },
    output: { file: script, format: 'esm' },
    logLevel: 'silent',
  });
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

function startRun(): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [script, join(dir, 'run')]);
  children.push(child);
  return child;
}

/** Lets a run write `count` groups, then kills it in the middle of the next. */
async function killAfter(count: number): Promise<number[]> {
  const child = startRun();
  const exited = once(child, 'exit');
  const written: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    written.push(Number(line));
    if (written.length === count) child.kill('SIGKILL');
  }
  await exited;
  return written;
}

it('loses and repeats nothing however often it is killed', { timeout: 60_000 }, async () => {
  const said = new Set<number>();
  for (const count of [3, 1, 7, 2]) {
    for (const group of await killAfter(count)) {
      expect(said.has(group)).toBe(false);
      said.add(group);
    }
  }
  const writer = await openRunWriter({
    folder: await openRunFolder(join(dir, 'run'), true),
    manifest: makeManifest(),
    nonce: 'last',
    metrics: createMetrics({ rewardKey: null }),
  });
  const done = writer.completedGroups;
  // A group may be whole on disk without its process having lived to say so.
  for (const group of said) expect(done.has(group)).toBe(true);
  const metrics = await writer.finish({ status: 'completed' });
  const text = await readFile(join(dir, 'run/samples.jsonl'), 'utf8');
  const indices = text
    .trimEnd()
    .split('\n')
    .map((line) => Number(/"index":(\d+)/.exec(line)?.[1]));
  const expected = [...done].sort((a, b) => a - b).flatMap((group) => [2 * group, 2 * group + 1]);
  expect(indices).toEqual(expected);
  expect(metrics.values['episode/count']).toBe(2 * done.size);
});

it('does not touch the folder of a run that lives', { timeout: 60_000 }, async () => {
  const child = startRun();
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  const open = openRunFolder(join(dir, 'run'), true);
  await expect(open).rejects.toThrow(`process ${child.pid} on`);
  child.kill('SIGKILL');
  await exited;
});
