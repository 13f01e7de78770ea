import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PluginError } from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import { writeExactJson } from '../../src/tokens/write-exact-json.ts';
import { readManifest } from '../../src/plugins/index.ts';
import { createProject } from './project.ts';

/** A project with one package whose manifest is this, and files that it may name. */
async function withManifest(slime: unknown, packageJson: object = {}): Promise<string> {
  const cwd = await createProject({
    'node_modules/p/package.json': JSON.stringify({
      name: 'p',
      version: '2.0.0',
      slime,
      ...packageJson,
    }),
  });
  const folder = join(cwd, 'node_modules/p');
  await mkdir(join(folder, 'data'));
  for (const name of ['env.js', 'rm.js', 'data/rows.jsonl'])
    await writeFile(join(folder, name), '');
  await writeFile(join(folder, 'args.json'), '{"n_samples_per_prompt": 2}');
  return cwd;
}

test('a manifest is read with absolute paths', async () => {
  const cwd = await withManifest({
    env: './env.js',
    reward: './rm.js#f1',
    data: { path: './data/rows.jsonl', input_key: 'problem', label_key: 'answer' },
    args: { max_turns: 3, difficulty: 'hard' },
  });
  const folder = join(cwd, 'node_modules/p');
  expect(await readManifest('p', cwd)).toEqual({
    packageName: 'p',
    version: '2.0.0',
    env: { file: join(folder, 'env.js'), exportName: null },
    reward: { file: join(folder, 'rm.js'), exportName: 'f1' },
    data: { path: join(folder, 'data/rows.jsonl'), input_key: 'problem', label_key: 'answer' },
    args: { max_turns: 3, difficulty: 'hard' },
  });
});

test('data and args may be bare paths', async () => {
  const cwd = await withManifest({ data: './data/rows.jsonl', args: './args.json' });
  expect(await readManifest('p', cwd)).toMatchObject({
    data: { path: join(cwd, 'node_modules/p/data/rows.jsonl') },
    args: { n_samples_per_prompt: 2 },
  });
});

test('args are as they were written, in the manifest and in a file of its own', async () => {
  const written = '{"apply_chat_template_kwargs": {"f": 1.0, "10": 1, "2": 1e16}}';
  const cwd = await withManifest({ args: './args.json' });
  const folder = join(cwd, 'node_modules/p');
  const read = async () => {
    const manifest = await readManifest('p', cwd);
    return writeExactJson(manifest?.args);
  };
  const exact = written.replace('1e16', '1e+16');
  await writeFile(join(folder, 'args.json'), written);
  expect(await read()).toBe(exact);
  const json = `{"name": "p", "version": "2.0.0", "slime": {"args": ${written}}}`;
  await writeFile(join(folder, 'package.json'), json);
  expect(await read()).toBe(exact);
});

test('a package without a manifest has none', async () => {
  expect(await readManifest('p', await withManifest(undefined))).toBeNull();
});

test('a path that exports leads to is resolved by the conditions of this program', async () => {
  const cwd = await withManifest(
    { env: './dist/env.js' },
    { exports: { './env': { 'slime-source': './env.js', default: './dist/env.js' } } },
  );
  expect((await readManifest('p', cwd))?.env).toEqual({
    file: join(cwd, 'node_modules/p/env.js'),
    exportName: null,
  });
});

describe('a wrong manifest is refused with its file and JSON path', () => {
  test.each([
    ['an unknown key', { envv: './env.js' }, 'slime: Unrecognized key: "envv"'],
    ['a value of another type', { env: 3 }, 'slime.env: Invalid input: expected string'],
    [
      'a path that is not relative',
      { env: 'env.js' },
      'slime.env: must be a path inside the package that starts with ./',
    ],
    ['a path that leaves the package', { env: './../x.js' }, 'slime.env: "./../x.js" leaves'],
    ['a file that is missing', { reward: './no.js' }, 'slime.reward: '],
    [
      'a wrong key of the data',
      { data: { path: './data/rows.jsonl', input_key: 3 } },
      'slime.data.input_key: Invalid input: expected string',
    ],
    [
      'a flag of the wrong type',
      { args: { max_turns: 'three' } },
      'slime.args.max_turns: Invalid input: expected number',
    ],
  ])('%s', async (_, slime, message) => {
    const cwd = await withManifest(slime);
    const file = join(cwd, 'node_modules/p/package.json');
    const error: unknown = await readManifest('p', cwd).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PluginError);
    expect(String(error)).toContain(`${file}: ${message}`);
  });

  test('args in a file that is no JSON', async () => {
    const cwd = await withManifest({ args: './args.json' });
    await writeFile(join(cwd, 'node_modules/p/args.json'), '{');
    await expect(readManifest('p', cwd)).rejects.toThrow(
      `${join(cwd, 'node_modules/p/args.json')} is no JSON`,
    );
  });
});
