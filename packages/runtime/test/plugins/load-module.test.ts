import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { EOL } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRewardDefinition, PluginError } from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import { bundleModule } from '../../src/plugins/bundle-module.ts';
import { importModule, type ModuleExports } from '../../src/plugins/import-module.ts';
import { ModuleCache } from '../../src/plugins/module-cache.ts';
import { PluginLoader } from '../../src/plugins/plugin-loader.ts';
import { createProject } from './project.ts';

async function load(file: string): Promise<ModuleExports> {
  return importModule(await bundleModule(file));
}

/** The message of a load that must fail with a PluginError. */
async function failure(loading: Promise<unknown>): Promise<string> {
  const error: unknown = await loading.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PluginError);
  return error instanceof Error ? error.message : '';
}

describe('a file', () => {
  test.each([
    ['rm.ts', 'export const customRm = (): number => 1; export enum Kind { A, B }'],
    ['rm.mts', 'export const customRm = (): number => 1;'],
    ['rm.cts', 'exports.customRm = (): number => 1;'],
    ['rm.js', 'export const customRm = () => 1;'],
    ['rm.mjs', 'export const customRm = () => 1;'],
    ['rm.cjs', 'module.exports = { customRm: () => 1 };'],
  ])('%s is loaded', async (name, text) => {
    const cwd = await createProject({ [name]: text });
    const { customRm } = await load(join(cwd, name));
    expect(typeof customRm === 'function' ? customRm() : customRm).toBe(1);
  });

  test('keeps its own import.meta and __filename, also when it is imported by another', async () => {
    const cwd = await createProject({
      'a.ts': `export { here } from './b/b.ts'; export const url: string = import.meta.url;`,
      'b/b.ts': `export const here: string = __filename;`,
    });
    expect(await load(join(cwd, 'a.ts'))).toEqual({
      url: pathToFileURL(join(cwd, 'a.ts')).href,
      here: join(cwd, 'b/b.ts'),
    });
  });

  test('runs what it imports for its effects, also in a package that declares it has none', async () => {
    const cwd = await createProject({
      'package.json': JSON.stringify({ name: 'p', sideEffects: false }),
      'rm.ts': `import './register.ts'; export const registered: unknown = (globalThis as any).registered;`,
      'register.ts': `(globalThis as any).registered = 'yes';`,
    });
    expect(await load(join(cwd, 'rm.ts'))).toEqual({ registered: 'yes' });
  });

  test('follows the paths of a tsconfig', async () => {
    const cwd = await createProject({
      'tsconfig.json': JSON.stringify({ compilerOptions: { paths: { '@lib/*': ['./lib/*'] } } }),
      'lib/x.ts': 'export const x: number = 7;',
      'a.ts': `export { x } from '@lib/x.ts';`,
    });
    expect(await load(join(cwd, 'a.ts'))).toEqual({ x: 7 });
  });

  test('may import the SDK and zod without having installed them', async () => {
    const cwd = await createProject({
      'rm.ts': `
        import { defineReward } from 'slime-sdk';
        import { z } from 'zod';
        export default defineReward({ mode: 'single', config: z.object({}), reward: () => 1 });`,
    });
    expect(isRewardDefinition((await load(join(cwd, 'rm.ts')))['default'])).toBe(true);
  });

  test.each(['rm.ts', 'rm.mjs'])('%s may make a `require` of its own', async (name) => {
    const cwd = await createProject({
      [name]: `
        import { createRequire } from 'node:module';
        const require = createRequire(import.meta.url);
        let fast;
        try { fast = require('not-there'); } catch { fast = 'none'; }
        const read = () => require('node:os').EOL + require('./words.json').length;
        export const found = [fast, read()];`,
      'words.json': '[1, 2]',
    });
    expect(await load(join(cwd, name))).toEqual({ found: ['none', `${EOL}2`] });
  });

  test.each(['rm.ts', 'rm.mjs', 'rm.cjs'])(
    '%s may call `require` as bundlers allow',
    async (name) => {
      const head = name === 'rm.cjs' ? 'exports.found' : 'export const found';
      const cwd = await createProject({
        [name]: `
        const os = require('node:os');
        const { x } = require('./lib/x.cjs');
        const computed = ['p', 'ath'].join('');
        ${head} = [os.EOL, x, require(computed).sep, require('p'), typeof require.resolve];`,
        'lib/x.cjs': 'exports.x = __dirname;',
        'node_modules/p/package.json': JSON.stringify({ name: 'p', main: './i.cjs' }),
        'node_modules/p/i.cjs': 'module.exports = 5;',
      });
      const bundle = await bundleModule(join(cwd, name));
      const found = { found: [EOL, join(cwd, 'lib'), sep, 5, 'function'] };
      expect(await importModule(bundle)).toMatchObject(found);
    },
  );

  test('requires from where it is, though its bundle is written elsewhere', async () => {
    const cwd = await createProject({
      'sub/rm.mjs': `const name = ['.', 'data.json'].join('/'); export const data = require(name);`,
      'sub/data.json': '7',
    });
    const bundle = await bundleModule(join(cwd, 'sub/rm.mjs'));
    expect(await importModule({ ...bundle, file: join(cwd, 'gone/rm.mjs') })).toEqual({ data: 7 });
  });

  test('leaves nothing beside it', async () => {
    const cwd = await createProject({ 'rm.ts': 'export const x = 1;', 'bad.ts': 'throw 1;' });
    await load(join(cwd, 'rm.ts'));
    await failure(load(join(cwd, 'bad.ts')));
    expect((await readdir(cwd)).toSorted()).toEqual(['bad.ts', 'rm.ts']);
  });

  test('is loaded from a folder that cannot be written', async () => {
    const cwd = await createProject({ 'rm.ts': 'export const x: number = 1;' });
    const bundle = await bundleModule(join(cwd, 'rm.ts'));
    // No folder at all: nobody may write there, root included.
    expect(await importModule({ ...bundle, file: join(cwd, 'gone/rm.ts') })).toEqual({ x: 1 });
  });
});

describe('packages', () => {
  test('keep their identity, linked ones too', async () => {
    const cwd = await createProject({
      'linked/package.json': JSON.stringify({ name: 'linked', type: 'module', exports: './i.js' }),
      'linked/i.js': 'export class Thing {}',
      'a.ts': `export { Thing } from 'linked';`,
      'b.ts': `export { Thing } from 'linked';`,
    });
    await mkdir(join(cwd, 'node_modules'));
    await symlink(join(cwd, 'linked'), join(cwd, 'node_modules/linked'));
    const [a, b] = [await load(join(cwd, 'a.ts')), await load(join(cwd, 'b.ts'))];
    const own: unknown = await import(join(cwd, 'linked/i.js'));
    expect(a['Thing']).toBe(b['Thing']);
    expect(own).toMatchObject({ Thing: a['Thing'] });
  });

  test('that are missing are named with the file that imports them', async () => {
    const cwd = await createProject({
      'rm.ts': `import './lib/deep.ts';`,
      'lib/deep.ts': `import x from '@not/there/sub'; export const y: unknown = x;`,
    });
    expect(await failure(load(join(cwd, 'rm.ts')))).toBe(
      `cannot load ${join(cwd, 'rm.ts')}: ${join(cwd, 'lib/deep.ts')} imports "@not/there/sub", ` +
        `which cannot be found from ${join(cwd, 'lib')}: run \`npm install @not/there\` there`,
    );
  });

  test('that are missing may be optional: import() fails when it runs', async () => {
    const cwd = await createProject({
      'rm.ts': `export const has: boolean = await import('not-there').then(() => true, () => false);`,
      'must.ts': `await import('not-there');`,
    });
    expect(await load(join(cwd, 'rm.ts'))).toEqual({ has: false });
    expect(await failure(load(join(cwd, 'must.ts')))).toBe(
      `${join(cwd, 'must.ts')} needs the package "not-there", which is not installed: ` +
        'run `npm install not-there`',
    );
  });

  test('of built JavaScript are imported as they stand', async () => {
    const cwd = await createProject({
      'node_modules/p/package.json': JSON.stringify({ name: 'p', type: 'module', main: './i.js' }),
      'node_modules/p/i.js': 'export const url = import.meta.url;',
    });
    const { prepared } = await new PluginLoader(cwd).find('p', 'reward');
    expect(prepared.code).toBeNull();
    const url = pathToFileURL(join(cwd, 'node_modules/p/i.js')).href;
    expect(await importModule(prepared)).toEqual({ url });
  });
});

describe('a module that does not load', () => {
  test('of a syntax error is named with file and line', async () => {
    const cwd = await createProject({ 'rm.ts': 'const a: number = 1;\nconst b = = 2;\n' });
    expect(await failure(load(join(cwd, 'rm.ts')))).toBe(
      `cannot read ${join(cwd, 'rm.ts')}:2: Unexpected token`,
    );
  });

  test('because it throws is named with what it threw and its line, not with ours', async () => {
    const cwd = await createProject({
      'rm.ts': `type A = 1;\n\nfunction f(): never {\n  throw new TypeError('no data');\n}\nf();\n`,
    });
    const message = await failure(load(join(cwd, 'rm.ts')));
    expect(message).toMatch(/ failed while it was loaded: it threw TypeError: no data \(.*\)$/);
    expect(message).toContain(`(${join(cwd, 'rm.ts')}:4:`);
  });

  test('because it throws what is no error is named with that', async () => {
    const cwd = await createProject({ 'rm.ts': `throw undefined;` });
    expect(await failure(load(join(cwd, 'rm.ts')))).toBe(
      `${join(cwd, 'rm.ts')} failed while it was loaded: it threw undefined`,
    );
  });

  test('because a top-level await never settles is given up', async () => {
    const cwd = await createProject({ 'rm.ts': `await new Promise(() => {});` });
    const bundle = await bundleModule(join(cwd, 'rm.ts'));
    expect(await failure(new ModuleCache().run(bundle, 0.05))).toBe(
      `${join(cwd, 'rm.ts')} did not finish loading in 0.05 s`,
    );
  });
});

test('a module runs once, however many plugins it holds', async () => {
  const cwd = await createProject({
    'both.ts': `import { appendFileSync } from 'node:fs'; appendFileSync(import.meta.dirname + '/log', 'x');`,
  });
  const loader = new PluginLoader(cwd);
  const cache = new ModuleCache();
  const env = await loader.find('./both.ts#env', 'env');
  const reward = await loader.find('./both.ts#rm', 'reward');
  expect(await cache.run(env.prepared, 5)).toBe(await cache.run(reward.prepared, 5));
  expect(await readFile(join(cwd, 'log'), 'utf8')).toBe('x');
  expect(loader.fingerprints.map(({ spec }) => spec)).toEqual(['./both.ts#env', './both.ts#rm']);
});

describe('the fingerprint', () => {
  const files = {
    'rm.ts': `import { f } from './lib/f.ts'; import data from './d.json'; export default [f, data];`,
    'lib/f.ts': 'export const f: number = 1;',
    'd.json': '{"a": 1}',
  };

  test('is the same in another folder', async () => {
    const [one, two] = [await createProject(files), await createProject(files)];
    const [a, b] = [await bundleModule(join(one, 'rm.ts')), await bundleModule(join(two, 'rm.ts'))];
    expect(a.sha256).toBe(b.sha256);
    expect(a.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each(Object.keys(files))('changes with %s', async (name) => {
    const cwd = await createProject(files);
    const before = (await bundleModule(join(cwd, 'rm.ts'))).sha256;
    await writeFile(
      join(cwd, name),
      name.endsWith('.json') ? '{"a": 2}' : `${await readFile(join(cwd, name), 'utf8')}\n`,
    );
    expect((await bundleModule(join(cwd, 'rm.ts'))).sha256).not.toBe(before);
  });

  test('of built JavaScript changes with each file that its entry leads to', async () => {
    const built = async (text: string, dependency: string): Promise<string> => {
      const cwd = await createProject({
        'node_modules/p/package.json': '{"name": "p", "type": "module", "main": "./index.js"}',
        'node_modules/p/index.js': `export * from './chunk.js';`,
        'node_modules/p/chunk.js': `import 'q';\n${text}`,
        'node_modules/q/package.json': '{"name": "q", "type": "module", "main": "./index.js"}',
        'node_modules/q/index.js': dependency,
      });
      return (await new PluginLoader(cwd).find('p', 'reward')).prepared.sha256;
    };
    const first = await built('export const x = 1;', '');
    expect(await built('export const x = 2;', '')).not.toBe(first);
    expect(await built('export const x = 1;', 'export const y = 1;')).toBe(first);
  });

  test('of built JavaScript that no bundler reads is that of its entry', async () => {
    const sha256 = async (text: string): Promise<string> => {
      const cwd = await createProject({
        'node_modules/p/package.json': '{"name": "p", "type": "module", "main": "./index.js"}',
        'node_modules/p/index.js': `import './absent.js';\n${text}`,
      });
      return (await new PluginLoader(cwd).find('p', 'reward')).prepared.sha256;
    };
    expect(await sha256('1;')).toBe(await sha256('1;'));
    expect(await sha256('1;')).not.toBe(await sha256('2;'));
  });

  test('does not depend on packages', async () => {
    const withPackage = (text: string) =>
      createProject({
        'rm.ts': `export { x } from 'p';`,
        'node_modules/p/package.json': JSON.stringify({ name: 'p', exports: './i.ts' }),
        'node_modules/p/i.ts': text,
      });
    const one = await withPackage('export const x: number = 1;');
    const two = await withPackage('export const x: number = 2;');
    const [a, b] = [await bundleModule(join(one, 'rm.ts')), await bundleModule(join(two, 'rm.ts'))];
    expect(a.sha256).toBe(b.sha256);
    expect(await importModule(b)).toEqual({ x: 2 });
  });
});
