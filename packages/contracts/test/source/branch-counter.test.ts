import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CountedCall, countCalls, writeFiles } from './source-files.ts';

/** Calls the default export of one file. */
async function countIn(
  source: string,
  calls: readonly (readonly unknown[])[],
  name = 'rm.ts',
): Promise<CountedCall[]> {
  return countCalls(await writeFiles({ [name]: source }), `./${name}`, calls);
}

/** The lines that no call reached so far, after each call. */
function missed(calls: readonly CountedCall[]): (string[] | undefined)[] {
  return calls.map(({ report }) => report?.missed.map(({ text }) => text));
}

describe('branches that no call reached', () => {
  const bodies: [what: string, body: string, ...steps: [n: number, missed: string[]][]][] = [
    [
      'of an if and its else',
      `if (n === 1) {
         return 'one';
       } else if (n === 2) {
         return 'two';
       } else {
         return 'many';
       }`,
      [1, ['} else if (n === 2) {', "return 'two';", "return 'many';"]],
      [2, ["return 'many';"]],
      [3, []],
    ],
    [
      'of a switch, where cases share what they do',
      `switch (n) {
         case 1:
           return 'one';
         case 2:
         case 3:
           return 'few';
         default:
           return 'many';
       }`,
      [3, ["return 'one';", "return 'many';"]],
      [1, ["return 'many';"]],
      [9, []],
    ],
    [
      'of a conditional expression',
      `return n > 1
         ? 'large'
         : 'small';`,
      [2, [": 'small';"]],
      [1, []],
    ],
    [
      'of a logical expression',
      `return n > 1 &&
         String(n) ||
         'none';`,
      [0, ['String(n) ||']],
      [2, []],
    ],
    [
      'of a missing value',
      `return [7][n] ??
         'none';`,
      [0, ["'none';"]],
      [5, []],
    ],
    [
      'of a catch',
      `try {
         return JSON.parse('1'.repeat(n));
       } catch {
         return 'caught';
       }`,
      [1, ["return 'caught';"]],
      [0, []],
    ],
    [
      'of loops',
      `let sum = 0;
       for (let i = 0; i < n; i += 1) {
         sum += i;
       }
       for (const i of Array(Math.max(0, n - 1)).keys()) {
         sum += 10 * i;
       }
       for (const i in Array(Math.max(0, n - 2)).fill(0)) {
         sum += 100 * Number(i);
       }
       while (n > 3) {
         n -= 1;
       }
       return sum;`,
      [0, ['sum += i;', 'sum += 10 * i;', 'sum += 100 * Number(i);', 'n -= 1;']],
      [2, ['sum += 100 * Number(i);', 'n -= 1;']],
      [4, []],
    ],
    [
      'of functions that are not called',
      `const inner = () => {
         return 'inner';
       };
       const other = { method() { return 'method'; } };
       return n > 1 ? inner() : [other, other];`,
      [
        1,
        [
          "return 'inner';",
          "const other = { method() { return 'method'; } };",
          'return n > 1 ? inner() : [other, other];',
        ],
      ],
      [2, ["const other = { method() { return 'method'; } };"]],
    ],
    [
      'behind a return',
      `if (n > 1) return 1;
       const rest = n > 0 ? 2 : 3;
       return rest;`,
      [2, ['const rest = n > 0 ? 2 : 3;', 'const rest = n > 0 ? 2 : 3;']],
      [1, ['const rest = n > 0 ? 2 : 3;']],
      [0, []],
    ],
  ];

  it.each(bodies)('%s', async (_what, body, ...steps) => {
    const source = `export default (n: number): unknown => {\n${body}\n};\n`;
    const counted = await countIn(
      source,
      steps.map(([n]) => [n]),
    );
    expect(missed(counted)).toEqual(steps.map(([, expected]) => expected));
  });

  it('stand at their lines in the files that the user wrote, whatever was taken out before', async () => {
    const dir = await writeFiles({
      'src/rm.ts': `
        import { grade } from '../lib/grade.ts';
        interface Sample {
          response: string;
        }
        export default function rm(_args: unknown, sample: Sample): number {
          if (sample.response === '') return -1;
          return grade(sample.response);
        }
      `,
      'lib/grade.ts': `
        type Grade = 0 | 1;

        export function grade(text: string): Grade {
          return text === 'right'
            ? 1
            : 0;
        }
      `,
    });
    const [counted] = await countCalls(dir, './src/rm.ts', [[{}, { response: 'wrong' }]]);
    expect(counted?.report).toEqual({
      reached: 3,
      total: 5,
      files: 2,
      missed: [
        { file: '../lib/grade.ts', line: 6, text: '? 1' },
        { file: 'rm.ts', line: 7, text: "if (sample.response === '') return -1;" },
      ],
    });
  });

  it('are none of a package, whose calls do not count either', async () => {
    const dir = await writeFiles({
      'rm.ts': "import { pick } from 'picker';\nexport default (n: number) => pick(n);\n",
      'node_modules/picker/package.json':
        '{"name":"picker","type":"module","exports":"./index.ts"}',
      'node_modules/picker/index.ts':
        'export const pick = (n: number): number => (n > 1 ? n : -n);\n',
    });
    const [counted] = await countCalls(dir, './rm.ts', [[1]]);
    expect(counted?.report).toEqual({ reached: 1, total: 1, files: 1, missed: [] });
  });

  it('are counted in a CommonJS file too', async () => {
    const counted = await countIn(
      "module.exports = (n) => {\n  if (n > 1) return require('node:path').sep;\n  return 0;\n};\n",
      [[1]],
      'rm.cjs',
    );
    expect(missed(counted)[0]).toEqual(["if (n > 1) return require('node:path').sep;"]);
  });

  it('are counted in a file whose name a URL writes otherwise', async () => {
    const source = 'export default (n: number) => n > 1 ? n : 0;\n';
    const [counted] = await countIn(source, [[1]], 'my rm é%.ts');
    expect(counted?.report).toMatchObject({ reached: 2, total: 3 });
  });

  it('are counted in the built JavaScript of a package, at its own lines', async () => {
    const dir = await writeFiles({
      'store/built/package.json': JSON.stringify({
        name: 'built',
        type: 'module',
        exports: './dist/index.js',
        slime: { reward: './dist/index.js' },
      }),
      'store/built/dist/index.js':
        'export default (n) => {\n  if (n > 1) {\n    return n;\n  }\n  return 0;\n};\n',
    });
    // As package managers lay it out: the folder is a link.
    await mkdir(join(dir, 'node_modules'));
    await symlink(join(dir, 'store', 'built'), join(dir, 'node_modules', 'built'));
    await writeFile(join(dir, 'package.json'), '{"type":"module"}');
    const [counted] = await countCalls(dir, 'built', [[1]]);
    expect(counted?.report).toEqual({
      reached: 1,
      total: 2,
      files: 1,
      missed: [{ file: 'index.js', line: 3, text: 'return n;' }],
    });
  });

  it('are counted in every file of a built package that relative imports lead to', async () => {
    const dir = await writeFiles({
      'store/built/package.json': JSON.stringify({
        name: 'built',
        type: 'module',
        slime: { reward: './dist/index.js' },
        exports: { '.': { import: './dist/index.js' } },
      }),
      'store/built/dist/index.js':
        "export { default } from './chunk-a.js';\nexport * from '../lib/late.mjs';\n",
      'store/built/dist/chunk-a.js': [
        "import { createRequire } from 'node:module';",
        "import { foreign } from 'foreign';",
        "import { outside } from '../../outside.js';",
        "import '../node_modules/nested/index.js';",
        'const require = createRequire(import.meta.url);',
        "const { half } = require('./half');",
        "export default (n) => (n > 1 ? half(n) : import('./lazy.js'));",
        'export const unused = () => [foreign, outside];',
      ].join('\n'),
      'store/built/dist/half.cjs': 'exports.half = (n) => (n > 9 ? 0 : n / 2);\n',
      'store/built/dist/half/index.js': 'export {};\n',
      'store/built/dist/half/package.json': '{"main":"../half.cjs"}',
      'store/built/dist/lazy.js':
        "import './index.js';\nexport const f = () => {\n  return 1;\n};\n",
      'store/built/lib/late.mjs': 'export const late = () => {\n  return 2;\n};\n',
      'store/built/node_modules/nested/index.js': 'export const g = () => 3;\n',
      'store/outside.js': 'export const outside = () => 4;\n',
      'node_modules/foreign/package.json': '{"type":"module","exports":"./index.js"}',
      'node_modules/foreign/index.js': 'export const foreign = () => 5;\n',
      'store/node_modules/foreign/package.json': '{"type":"module","exports":"./index.js"}',
      'store/node_modules/foreign/index.js': 'export const foreign = () => 5;\n',
      'package.json': '{"type":"module"}',
    });
    await symlink(join(dir, 'store', 'built'), join(dir, 'node_modules', 'built'));
    const [counted] = await countCalls(dir, 'built', [[2]]);
    expect(counted?.report).toEqual({
      reached: 4,
      total: 9,
      files: 5,
      missed: [
        {
          file: 'chunk-a.js',
          line: 7,
          text: "export default (n) => (n > 1 ? half(n) : import('./lazy.js'));",
        },
        { file: 'chunk-a.js', line: 8, text: 'export const unused = () => [foreign, outside];' },
        { file: '../lib/late.mjs', line: 2, text: 'return 2;' },
        { file: 'half.cjs', line: 1, text: 'exports.half = (n) => (n > 9 ? 0 : n / 2);' },
        { file: 'lazy.js', line: 3, text: 'return 1;' },
      ],
    });
  });
});

it('gives what ran since it was asked last, and keeps it for the report', async () => {
  const counted = await countIn('export default (n: number) => (n > 1 ? 1 : 0);\n', [
    [2],
    [0],
    [2],
  ]);
  const [first = [], second = [], third = []] = counted.map(({ taken }) => taken);
  expect([first.length, second.length]).toEqual([2, 2]);
  expect(first.filter((branch) => second.includes(branch))).toHaveLength(1);
  expect(third).toEqual(first);
  expect(counted.map(({ report }) => report?.reached)).toEqual([2, 3, 3]);
});

it('reports a plugin that was removed since it was loaded', async () => {
  const source =
    "import { rmSync } from 'node:fs';\nexport default () => rmSync(import.meta.filename);\n";
  const [counted] = await countIn(source, [[]]);
  expect(counted?.report).toEqual({ reached: 1, total: 1, files: 1, missed: [] });
});

it('counts in a module that calls `require`, which the bundler writes otherwise', async () => {
  const source = `const fs = require('node:fs');
    export default (n) => (fs.existsSync('/nope') ? 'there' : n);`;
  const [call] = await countIn(source, [[1]], 'rm.mjs');
  expect(call?.report).toMatchObject({ missed: [{ line: 2 }] });
});
