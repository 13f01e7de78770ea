import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFiles } from '../../src/import/write-files.ts';
import { runCli } from '../run-cli.ts';
import { makeFolder, makeJsonFolder } from './checkout.ts';

// `/proc` says of folders that cannot be in it that they are missing.
const hasProc = existsSync('/proc/self');

it.for(['/proc/x', '/proc/x/y'])(
  'an import to %s, where no folder can be, ends',
  async (output, context) => {
    if (!hasProc) context.skip('there is no /proc');
    const { code, stderr } = await runCli([
      'import',
      await makeJsonFolder(context),
      '--output',
      output,
    ]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot be imported to .*ENOENT/)]);
  },
);

it('writes through missing folders, and removes those that it made when it fails', async (context) => {
  const root = await makeFolder(context);
  await writeFiles(join(root, 'a/b'), new Map([['c/d.txt', 'text']]));
  expect(await readFile(join(root, 'a/b/c/d.txt'), 'utf8')).toBe('text');
  const files = new Map([
    ['d.txt', 'text'],
    ['d.txt/e.txt', 'text'],
  ]);
  await expect(writeFiles(join(root, 'x/y'), files)).rejects.toThrow('EEXIST');
  expect(await readdir(root)).toEqual(['a']);
});
