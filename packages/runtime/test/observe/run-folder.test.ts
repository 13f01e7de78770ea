import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from 'slime-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Ledger } from '../../src/engine/embedded/ledger.ts';
import { openRunFolder } from '../../src/observe/run-folder.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'folder-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('the folder of a run', () => {
  it('is made with those above it, and is gone again when nothing was written', async () => {
    const path = join(dir, 'a/b/run');
    const folder = await openRunFolder(path, false);
    expect(await readdir(path)).toEqual(['run.lock']);
    await folder.release();
    expect(existsSync(path)).toBe(false);
  });

  it('that was there before stays, and so does what was written', async () => {
    const made = await openRunFolder(join(dir, 'made'), false);
    await writeFile(join(dir, 'made/run.json'), '{}');
    await made.release();
    expect(await readdir(join(dir, 'made'))).toEqual(['run.json']);
    await mkdir(join(dir, 'old'));
    await (await openRunFolder(join(dir, 'old'), false)).release();
    expect(await readdir(join(dir, 'old'))).toEqual([]);
  });

  it('is freed once: a second release leaves the lock of the next run', async () => {
    const first = await openRunFolder(dir, false);
    await first.release();
    const second = await openRunFolder(dir, false);
    await first.release();
    expect(await readdir(dir)).toEqual(['run.lock']);
    await second.release();
  });

  it.each(['file', 'file/below', 'file/far/below'])(
    'that a file is in the way of is refused by name: %s',
    async (name) => {
      await writeFile(join(dir, 'file'), 'mine');
      const path = join(dir, name);
      const opening = openRunFolder(path, false);
      await expect(opening).rejects.toBeInstanceOf(ConfigError);
      await expect(opening).rejects.toThrow(`--output ${path}: no folder that can be written (ENO`);
    },
  );

  it.runIf(process.platform === 'linux')(
    'in a place that takes none is refused, not waited for',
    async () => {
      for (const path of ['/proc/slime', '/proc/slime/run', '/dev/null/run']) {
        await expect(openRunFolder(path, false)).rejects.toThrow(`--output ${path}: no folder`);
        expect(() => new Ledger(join(path, 'ledger.jsonl'))).toThrow('cannot be written');
      }
    },
  );
});

describe('an empty ledger', () => {
  it.each([
    ['goes when no run began', false, false],
    ['stays when one did: nothing was sampled', true, true],
  ])('%s', async (_, begins, stays) => {
    const folder = await openRunFolder(dir, false);
    const ledger = new Ledger(join(dir, 'ledger.jsonl'));
    if (begins) folder.begin();
    ledger.close();
    await folder.release();
    expect(await readdir(dir)).toEqual(stays ? ['ledger.jsonl'] : []);
  });

  it('that was there before stays', async () => {
    await writeFile(join(dir, 'ledger.jsonl'), '');
    await (await openRunFolder(dir, false)).release();
    expect(await readdir(dir)).toEqual(['ledger.jsonl']);
  });
});
