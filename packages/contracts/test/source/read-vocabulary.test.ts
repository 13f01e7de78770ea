import { describe, expect, it } from 'vitest';
import { vocabularyOf, writeFiles } from './source-files.ts';

describe('the vocabulary of a plugin', () => {
  it('holds its texts, numbers and regular expressions, in the order of the code', async () => {
    const dir = await writeFiles({
      'rm.ts': `
        'use strict';
        type Verb = 'earn' | 'spend';
        const ANSWER = /^answer:\\s*(?<n>-?\\d+)$/giu;
        export default (args: { key?: Verb }, sample: { response: string }) => {
          const text = \`Total: \${sample.response} coins\\n\`;
          if (ANSWER.test(text) || text.includes("it's")) return 1.5;
          return args.key === 'earn' ? 0x10 : -1_000;
        };
      `,
    });
    expect(await vocabularyOf(dir, './rm.ts')).toEqual({
      literals: ['earn', 'spend', 'Total: ', ' coins\n', "it's", '1.5', '16', '1000'],
      regexes: [{ source: '^answer:\\s*(?<n>-?\\d+)$', flags: 'giu' }],
    });
  });

  it('holds those of the files that it imports behind its own, packages aside', async () => {
    const dir = await writeFiles({
      'rm.ts': `
        import 'node:fs';
        import { known } from './words.ts';
        import table from './table.json' with { type: 'json' };
        import { foreign } from 'foreign';
        export * from './words.ts';
        export { known as again } from './words.ts';
        export default () => ['own', known, table, foreign, import('./late.ts')];
      `,
      'words.ts': "export const known = 'word';\n",
      'late.ts': "export const late = 'late';\n",
      'table.json': '{ "colour": "red", "size": 3 }',
      'node_modules/foreign/package.json': '{"type":"module","exports":"./index.ts"}',
      'node_modules/foreign/index.ts': "export const foreign = 'foreign';\n",
    });
    const { literals } = await vocabularyOf(dir, './rm.ts');
    expect(literals[0]).toBe('own');
    expect(literals.toSorted()).toEqual(['3', 'colour', 'late', 'own', 'red', 'size', 'word']);
  });

  it('holds no name of a module and no path of this machine, in CommonJS neither', async () => {
    const dir = await writeFiles({
      'rm.cts': `
        const { readFileSync } = require('node:fs');
        const words = require('./words.cjs');
        module.exports = { customRm: () => [readFileSync, __filename, __dirname, words, 'own'] };
      `,
      'words.cjs': "#!/usr/bin/env node\nmodule.exports = ['word'];\n",
    });
    expect((await vocabularyOf(dir, './rm.cts')).literals).toEqual(['own', 'word']);
  });

  it('is the same wherever the files lie', async () => {
    const files = {
      'rm.ts': `
        import { createRequire } from 'node:module';
        import { z } from 'slime-sdk/nothing-of-this';
        import { word } from './deep/word.ts';
        export default () => [word, z, import.meta.url, import.meta.filename, createRequire];
      `
        .replace(/.*nothing-of-this.*\n/, '')
        .replace('z, ', ''),
      'deep/word.ts': "export const word = ['b', 'a'];\n",
    };
    const [here, there] = await Promise.all([writeFiles(files), writeFiles(files)]);
    const vocabulary = await vocabularyOf(here, './rm.ts');
    expect(vocabulary).toEqual(await vocabularyOf(there, './rm.ts'));
    expect(vocabulary.literals).toEqual(['b', 'a']);
  });

  it('is the same whatever a Node.js line must have rewritten for it', async () => {
    const dir = await writeFiles({
      'rm.ts': `
        export default async () => {
          using handle = { [Symbol.dispose]() {} };
          return [handle, /(?i:yes)|no/, 'own'];
        };
      `,
    });
    expect(await vocabularyOf(dir, './rm.ts')).toEqual({
      literals: ['own'],
      regexes: [{ source: '(?i:yes)|no', flags: '' }],
    });
  });

  it('reads the built JavaScript of a package', async () => {
    const dir = await writeFiles({
      'node_modules/built/package.json': JSON.stringify({
        name: 'built',
        type: 'module',
        exports: './index.js',
      }),
      'node_modules/built/index.js': "export default (n) => (n === 'magic' ? 1 : 0);\n",
    });
    expect((await vocabularyOf(dir, 'built')).literals).toEqual(['magic', '1', '0']);
  });

  it('reads what a built package re-exports from files beside it', async () => {
    const dir = await writeFiles({
      'node_modules/built/package.json': JSON.stringify({
        name: 'built',
        type: 'module',
        exports: './index.js',
      }),
      'node_modules/built/index.js': "export { plugin as default } from './chunk.js';\n",
      'node_modules/built/chunk.js': "export const plugin = (n) => n === '###STOP###';\n",
    });
    expect((await vocabularyOf(dir, 'built')).literals).toEqual(['###STOP###']);
  });

  it('keeps what ends a talk wherever it stands', async () => {
    const words = Array.from({ length: 400 }, (_, at) => `'w${at}'`).join(',');
    const dir = await writeFiles({
      'rm.ts': `import { late } from './late.ts';\nexport default () => [${words}, '[DONE]', late];\n`,
      'late.ts': "export const late = ['###STOP###'];\n",
    });
    const { literals } = await vocabularyOf(dir, './rm.ts');
    expect(literals.slice(299)).toEqual(['w299', '[DONE]', '###STOP###']);
  });

  it('is bounded, and leaves out what is longer than any answer', async () => {
    const words = Array.from({ length: 400 }, (_, at) => `'w${at}'`).join(',');
    const dir = await writeFiles({
      'rm.ts': `export default () => ['${'x'.repeat(3000)}', '', ${words}];\n`,
    });
    const { literals } = await vocabularyOf(dir, './rm.ts');
    expect(literals).toHaveLength(300);
    expect(literals[0]).toBe('w0');
  });
});
