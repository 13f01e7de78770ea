import { join } from 'node:path';
import { PluginError } from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import { resolvePlugin } from '../../src/plugins/resolve-plugin.ts';
import { createProject } from './project.ts';

/** The error of a promise that must reject. */
async function errorOf(promise: Promise<unknown>): Promise<PluginError> {
  const error: unknown = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PluginError);
  return error as PluginError;
}

const PACKAGE = {
  'node_modules/my-env/package.json': JSON.stringify({
    name: 'my-env',
    version: '1.2.3',
    type: 'module',
    exports: { '.': './main.js', './rewards': { import: './rewards.js' } },
    slime: { env: './env.js#geo' },
  }),
  'node_modules/my-env/main.js': '',
  'node_modules/my-env/env.js': '',
  'node_modules/my-env/rewards.js': '',
};

describe('a file', () => {
  test('is found from the working directory', async () => {
    const cwd = await createProject({ 'a/rm.ts': '' });
    expect(await resolvePlugin('./a/rm.ts#x', 'reward', cwd)).toEqual({
      spec: './a/rm.ts#x',
      file: join(cwd, 'a/rm.ts'),
      exportName: 'x',
      built: false,
    });
  });

  test('that is missing is named, with the one beside it that may be meant', async () => {
    const cwd = await createProject({ 'rm.mts': '' });
    const error = await errorOf(resolvePlugin('./rm.ts', 'reward', cwd));
    expect(error.message).toBe(
      `cannot find ${join(cwd, 'rm.ts')}, named by "./rm.ts"; there is rm.mts`,
    );
    expect((await errorOf(resolvePlugin('./no.ts', 'reward', cwd))).message).toBe(
      `cannot find ${join(cwd, 'no.ts')}, named by "./no.ts"`,
    );
  });

  test('without its extension is named with it', async () => {
    const cwd = await createProject({ 'rm.ts': '' });
    expect((await errorOf(resolvePlugin('./rm', 'reward', cwd))).message).toMatch(
      /there is rm\.ts$/,
    );
  });

  test('that is a folder or of another language is refused', async () => {
    const cwd = await createProject({ 'a/rm.py': '' });
    expect((await errorOf(resolvePlugin('./a', 'reward', cwd))).message).toMatch(/is a folder/);
    expect((await errorOf(resolvePlugin('./a/rm.py', 'reward', cwd))).message).toMatch(
      /no TypeScript or JavaScript module \(\.py\)/,
    );
  });
});

describe('a package', () => {
  test('leads to the entry of its manifest', async () => {
    const cwd = await createProject(PACKAGE);
    expect(await resolvePlugin('my-env', 'env', cwd)).toEqual({
      spec: 'my-env',
      file: join(cwd, 'node_modules/my-env/env.js'),
      exportName: 'geo',
      built: true,
    });
  });

  test('leads to its main module for a kind that its manifest has not', async () => {
    const cwd = await createProject(PACKAGE);
    expect(await resolvePlugin('my-env', 'reward', cwd)).toMatchObject({
      file: join(cwd, 'node_modules/my-env/main.js'),
      exportName: null,
    });
  });

  test('is searched by subpath as Node.js would, and #name wins over the manifest', async () => {
    const cwd = await createProject(PACKAGE);
    expect(await resolvePlugin('my-env/rewards#f1', 'reward', cwd)).toMatchObject({
      file: join(cwd, 'node_modules/my-env/rewards.js'),
      exportName: 'f1',
    });
    expect(await resolvePlugin('my-env#other', 'env', cwd)).toMatchObject({
      file: join(cwd, 'node_modules/my-env/env.js'),
      exportName: 'other',
    });
  });

  test('is found from a folder below the one that has it installed', async () => {
    const cwd = await createProject({ ...PACKAGE, 'deep/er/x.txt': '' });
    expect(await resolvePlugin('my-env', 'env', join(cwd, 'deep/er'))).toMatchObject({
      file: join(cwd, 'node_modules/my-env/env.js'),
    });
  });

  test('is found from inside itself', async () => {
    const cwd = await createProject({
      'package.json': JSON.stringify({ name: 'self', slime: { reward: './src/rm.ts' } }),
      'src/rm.ts': '',
    });
    expect(await resolvePlugin('self', 'reward', join(cwd, 'src'))).toMatchObject({
      file: join(cwd, 'src/rm.ts'),
      built: false,
    });
  });

  test('of our own installation is found where the user has none', async () => {
    const cwd = await createProject({});
    const { file } = await resolvePlugin('slime-sdk', 'reward', cwd);
    expect(file).toMatch(/packages\/sdk\/src\/index\.ts$/);
  });

  test('that is not installed says from where it was looked for and how to get it', async () => {
    const cwd = await createProject({});
    const error = await errorOf(resolvePlugin('not-there', 'env', cwd));
    expect(error.message).toBe(
      `cannot find the package "not-there" from ${cwd}: run \`npm install not-there\` there, ` +
        'or write ./ in front of a file',
    );
    expect(error.data).toEqual({ package: 'not-there', from: cwd });
  });

  test('that is a file of this folder says how to write it', async () => {
    const cwd = await createProject({ 'rm.ts': '' });
    expect((await errorOf(resolvePlugin('rm.ts', 'reward', cwd))).message).toBe(
      'there is no package "rm.ts"; for the file in this folder write ./rm.ts',
    );
  });

  test('without that subpath lists its exports', async () => {
    const cwd = await createProject(PACKAGE);
    expect((await errorOf(resolvePlugin('my-env/nope', 'env', cwd))).message).toMatch(
      /has no module "my-env\/nope"; its exports are \., \.\/rewards$/,
    );
  });

  test('that is not built says which file is missing', async () => {
    const cwd = await createProject({
      'node_modules/raw/package.json': JSON.stringify({ name: 'raw', exports: './dist/index.js' }),
    });
    expect((await errorOf(resolvePlugin('raw', 'env', cwd))).message).toBe(
      `"raw" leads to ${join(cwd, 'node_modules/raw/dist/index.js')}, which does not exist: is the package built?`,
    );
  });
});
