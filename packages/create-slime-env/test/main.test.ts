import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAll, makeFolder } from './make-folder.ts';
import { runMain } from './run-main.ts';

const ENTER = '\r';
const DOWN = '\u001B[B';
const CTRL_C = '\u0003';

describe('the command line', () => {
  it('prints help and its version', async () => {
    const help = await runMain(['--help'], '/');
    expect(help).toMatchObject({ code: 0, errors: '' });
    expect(help.output).toContain('npm create slime-env [folder]');
    expect(await runMain(['-v'], '/')).toMatchObject({ code: 0, output: '0.1.0\n' });
  });

  it.each([
    [['--colour'], "Unknown option '--colour'; see --help"],
    [['--name'], "Option '--name <value>' argument missing; see --help"],
    [['a', 'b', '--yes'], 'one folder at a time: "a" and "b" were named'],
    [['a', '--kind', 'rm'], '--kind rm: the kinds are env, reward, generate'],
    [['a', '--kind', 'toString'], '--kind toString: the kinds are env, reward, generate'],
    [['', '--yes'], 'the folder is an empty text'],
    [
      ['My Env', '--yes'],
      `the folder's name "My Env" is no package name: a package name has no capital letters; try --name my-env`,
    ],
    [
      ['a', '--yes', '--name', 'http'],
      '--name http: the name belongs to Node.js or npm; try --name my-slime-env',
    ],
    [['a', '--yes', '--name', ''], '--name : a package needs a name'],
    [
      ['slime-sdk', '--yes'],
      `the folder's name "slime-sdk" is no package name: the package installs another of that name; try --name my-slime-env`,
    ],
    [
      ['@me', '--yes'],
      `the folder's name "@me" is no package name: a scoped name reads @scope/name; try --name me`,
    ],
    [
      ['a'],
      '--kind must be said where nobody can be asked; --yes takes the defaults (my-slime-env, env)',
    ],
    [[], 'the folder and --kind must be said where nobody can be asked'],
  ])('%j is refused, and nothing is written', async (argv, message) => {
    const root = await makeFolder();
    const { code, output, errors } = await runMain(argv, root);
    expect(errors).toContain(`create-slime-env: ${message}`);
    expect({ code, output, left: await listAll(root) }).toEqual({ code: 2, output: '', left: [] });
  });

  it('refuses a folder that holds anything before it asks more', async () => {
    const root = await makeFolder();
    await mkdir(join(root, 'env'));
    await writeFile(join(root, 'env/notes.txt'), 'mine');
    const { code, output, errors } = await runMain(['env'], root, { terminal: { keys: [] } });
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toContain('env is not empty (notes.txt): nothing is overwritten');
    expect(await readFile(join(root, 'env/notes.txt'), 'utf8')).toBe('mine');
  });

  it('says that a folder cannot be there', async () => {
    const root = await makeFolder();
    await writeFile(join(root, 'file'), '');
    const { code, errors } = await runMain(['file/env', '--yes'], root);
    expect({ code, left: await listAll(root) }).toEqual({ code: 2, left: ['file'] });
    expect(errors).toContain('file/env');
  });

  it('makes no package out of the repository, where versions are not known', async () => {
    const root = await makeFolder();
    const { code, errors } = await runMain(['env', '--yes'], root);
    expect({ code, left: await listAll(root) }).toEqual({ code: 3, left: [] });
    expect(errors).toContain('it runs as it was packed');
  });
});

describe('the questions', () => {
  it('ask for what the command line does not say', async () => {
    const root = await makeFolder();
    const { code, output, errors } = await runMain([], root, {
      terminal: {
        keys: [
          ['Folder of the new package', `My Env${ENTER}`],
          ['Name of the package', ENTER],
          ['What it holds', `${DOWN}${ENTER}`],
        ],
      },
    });
    expect(output).toContain('"My Env" cannot be one');
    // Out of the repository there are no versions: this is how far it gets.
    expect({ code, asked: errors.includes('it runs as it was packed') }).toEqual({
      code: 3,
      asked: true,
    });
  });

  it.each([
    ['Folder of the new package', []],
    ['What it holds', ['env']],
    ['Name of the package', ['My Env']],
  ])('%s: Ctrl-C leaves, and nothing is written', async (question, argv) => {
    const root = await makeFolder();
    const { code, errors } = await runMain(argv, root, {
      terminal: { keys: [[question, CTRL_C]] },
    });
    expect(errors).toBe('create-slime-env: left, nothing was written\n');
    expect({ code, left: await listAll(root) }).toEqual({ code: 130, left: [] });
  });
});
