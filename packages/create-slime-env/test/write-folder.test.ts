import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PackageFile } from '../src/read-template.ts';
import { UsageError } from '../src/usage-error.ts';
import { writeFolder } from '../src/write-folder.ts';
import { listAll, makeFolder } from './make-folder.ts';

const FILES: PackageFile[] = [
  { path: '.gitignore', text: 'dist\n' },
  { path: 'src/index.ts', text: 'export {};\n' },
];
const never = new AbortController().signal;

/** Files, of which the first was written before something happens. */
function* filesThen(happen: () => void): Generator<PackageFile> {
  yield* FILES.slice(0, 1);
  happen();
  yield* FILES.slice(1);
}

describe('writing a package', () => {
  it('makes the folder and those above it, open to others as any new folder', async () => {
    const root = await makeFolder();
    await writeFolder(join(root, 'a/b/env'), FILES, never);
    expect(await listAll(root)).toEqual([
      'a',
      'a/b',
      'a/b/env',
      'a/b/env/.gitignore',
      'a/b/env/src',
      'a/b/env/src/index.ts',
    ]);
    expect(await readFile(join(root, 'a/b/env/src/index.ts'), 'utf8')).toBe('export {};\n');
    await mkdir(join(root, 'plain'));
    const modes = await Promise.all(['a/b/env', 'plain'].map((path) => stat(join(root, path))));
    expect(modes[0]?.mode).toBe(modes[1]?.mode);
  });

  it('fills an empty folder, which stays the folder that it was', async () => {
    const root = await makeFolder();
    const folder = join(root, 'env');
    await mkdir(folder);
    const before = await stat(folder);
    await writeFolder(folder, FILES, never);
    expect(await listAll(root)).toEqual(['env', 'env/.gitignore', 'env/src', 'env/src/index.ts']);
    expect((await stat(folder)).ino).toBe(before.ino);
  });

  it.each(['a folder with a file', 'a folder with a hidden folder', 'a file', 'a link to nothing'])(
    'refuses %s and changes nothing',
    async (what) => {
      const root = await makeFolder();
      const folder = join(root, 'env');
      if (what === 'a file') await writeFile(folder, 'mine');
      else if (what === 'a link to nothing') await symlink(join(root, 'gone'), folder);
      else {
        await mkdir(folder);
        if (what === 'a folder with a file') await writeFile(join(folder, 'notes.txt'), 'mine');
        else await mkdir(join(folder, '.git'));
      }
      const before = await listAll(root);
      await expect(writeFolder(folder, FILES, never)).rejects.toThrow(UsageError);
      expect(await listAll(root)).toEqual(before);
    },
  );

  it('leaves nothing when it is interrupted between two files', async () => {
    const root = await makeFolder();
    const stop = new AbortController();
    const files = filesThen(() => stop.abort(new Error('interrupted')));
    await expect(writeFolder(join(root, 'a/b/env'), files, stop.signal)).rejects.toThrow(
      'interrupted',
    );
    expect(await listAll(root)).toEqual([]);
  });

  it('leaves a folder empty that was empty when it is interrupted', async () => {
    const root = await makeFolder();
    const folder = join(root, 'env');
    await mkdir(folder);
    const stop = new AbortController();
    const files = filesThen(() => stop.abort(new Error('interrupted')));
    await expect(writeFolder(folder, files, stop.signal)).rejects.toThrow('interrupted');
    expect(await listAll(root)).toEqual(['env']);
  });

  it('writes nothing when it was interrupted before', async () => {
    const root = await makeFolder();
    const signal = AbortSignal.abort(new Error('interrupted'));
    await expect(writeFolder(join(root, 'env'), FILES, signal)).rejects.toThrow('interrupted');
    expect(await listAll(root)).toEqual([]);
  });

  it.each([
    ['absent', false],
    ['empty', true],
  ])('overwrites nothing that comes into an %s folder meanwhile', async (_state, isThere) => {
    const root = await makeFolder();
    const folder = join(root, 'env');
    if (isThere) await mkdir(folder);
    const files = filesThen(() => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, '.gitignore'), 'mine');
    });
    await expect(writeFolder(folder, files, never)).rejects.toThrow('is not empty (.gitignore)');
    expect(await listAll(root)).toEqual(['env', 'env/.gitignore']);
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('mine');
  });

  // It has an answer of its own for folders that cannot be: they are missing.
  it.runIf(existsSync('/proc/self')).each(['/proc/env', '/proc/a/b/env'])(
    'refuses %s, where no folder can be made',
    async (folder) => {
      await expect(writeFolder(folder, FILES, never)).rejects.toThrow(UsageError);
      await expect(writeFolder(folder, FILES, never)).rejects.toThrow(/\/proc\/.*name another$/);
    },
  );

  it('goes through a link to a folder, and not through a file or a link to nothing', async () => {
    const root = await makeFolder();
    await mkdir(join(root, 'real'));
    await symlink('real', join(root, 'link'));
    await symlink('gone', join(root, 'broken'));
    await writeFile(join(root, 'file'), '');
    await writeFolder(join(root, 'link/a/env'), FILES, never);
    expect(await listAll(join(root, 'real'))).toContain('a/env/.gitignore');
    await expect(writeFolder(join(root, 'broken/env'), FILES, never)).rejects.toThrow('EEXIST');
    await expect(writeFolder(join(root, 'file/env'), FILES, never)).rejects.toThrow(UsageError);
  });

  it('leaves the folders above that somebody put something into', async () => {
    const root = await makeFolder();
    const files = filesThen(() => {
      writeFileSync(join(root, 'a/notes.txt'), 'mine');
      throw new Error('disk full');
    });
    await expect(writeFolder(join(root, 'a/b/env'), files, never)).rejects.toThrow('disk full');
    expect(await listAll(root)).toEqual(['a', 'a/notes.txt']);
  });
});
