import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockRun } from '../../src/observe/run-lock.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lock-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function writeLock(owner: unknown): Promise<void> {
  await writeFile(join(dir, 'run.lock'), owner === null ? '' : JSON.stringify(owner));
}

/** The pid of a process that has just ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('lockRun', () => {
  it('keeps one holder, and frees the folder', async () => {
    const unlock = await lockRun(dir);
    await expect(lockRun(dir)).rejects.toThrow(/this process is writing this run/);
    await unlock();
    expect(await readdir(dir)).toEqual([]);
    await (
      await lockRun(dir)
    )();
  });

  it('takes over the lock of a process that died', async () => {
    await writeLock({ pid: await deadPid(), host: hostname(), born: null });
    const unlock = await lockRun(dir);
    expect(JSON.parse(await readFile(join(dir, 'run.lock'), 'utf8'))).toMatchObject({
      pid: process.pid,
    });
    await unlock();
    expect(await readdir(dir)).toEqual([]);
  });

  it('takes over the lock of an earlier process whose pid lives again', async () => {
    for (const pid of [process.pid, process.ppid]) {
      await writeLock({ pid, host: hostname(), born: 'before the boot' });
      await (
        await lockRun(dir)
      )();
    }
    expect(await readdir(dir)).toEqual([]);
  });

  it('takes over a lock that its process had no time to fill', async () => {
    await writeLock(null);
    await (
      await lockRun(dir)
    )();
    expect(await readdir(dir)).toEqual([]);
  });

  it('leaves the lock of another host alone: its process cannot be seen', async () => {
    await writeLock({ pid: await deadPid(), host: 'another', born: null });
    await expect(lockRun(dir)).rejects.toThrow(/on another is writing.*remove the file/);
    expect(await readdir(dir)).toEqual(['run.lock']);
  });

  it('gives a dead lock to one of several that want it', async () => {
    await writeLock({ pid: await deadPid(), host: hostname(), born: null });
    const tries = await Promise.allSettled([lockRun(dir), lockRun(dir), lockRun(dir)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});
