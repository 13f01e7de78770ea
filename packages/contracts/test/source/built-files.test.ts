import { mkdir, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { readBuiltFiles } from '../../src/source/built-files.ts';
import { writeFiles } from './source-files.ts';

async function namesFrom(dir: string, entry: string): Promise<string[]> {
  return (await readBuiltFiles(join(dir, entry))).map(({ file }) => relative(dir, file));
}

it('goes round a circle once, the nearest files first, each once', async () => {
  const dir = await writeFiles({
    'package.json': '{}',
    'a.js': "import './b.js';\nexport { x } from './c.js';\n",
    'b.js': "import './d.js';\nimport './a.js';\nimport './c.js?v=1';\n",
    'c.js': "export * from './d.js';\nexport const x = 1;\n",
    'd.js': "import './data.json' with { type: 'json' };\n",
    'data.json': '{"source": {"type": "Literal", "value": "./e.js"}}',
    'e.js': '',
  });
  expect(await namesFrom(dir, 'a.js')).toEqual(['a.js', 'b.js', 'c.js', 'd.js', 'data.json']);
});

it('takes no text, comment or computed name for an import', async () => {
  const dir = await writeFiles({
    'package.json': '{}',
    'a.js': "const b = './b.js'; // import './b.js'\nexport const load = () => import(b);\n",
    'b.js': '',
  });
  expect(await namesFrom(dir, 'a.js')).toEqual(['a.js']);
});

it('passes over what is missing, what is no script, and reads nothing behind a syntax error', async () => {
  const dir = await writeFiles({
    'package.json': '{}',
    'a.js':
      "import './broken.js';\nimport './gone.js';\nimport './add.node';\nimport './folder/x.js';\n",
    'add.node': '',
    'broken.js': "import './b.js';\nexport const = 1;\n",
    'b.js': '',
  });
  await mkdir(join(dir, 'folder', 'x.js'), { recursive: true });
  expect(await namesFrom(dir, 'a.js')).toEqual(['a.js', 'broken.js']);
});

it('stays in the package, whichever way a link leads', async () => {
  const dir = await writeFiles({
    'own/package.json': '{}',
    'own/dist/a.js': "import './linked.js';\nimport './out.js';\nimport '../..//other/b.js';\n",
    'own/lib/c.js': '',
    'other/b.js': '',
  });
  await symlink('../lib/c.js', join(dir, 'own/dist/linked.js'));
  await symlink('../../other/b.js', join(dir, 'own/dist/out.js'));
  await symlink('own', join(dir, 'link'));
  expect(await namesFrom(dir, 'link/dist/a.js')).toEqual(['own/dist/a.js', 'own/lib/c.js']);
});

it('ends after five hundred files', async () => {
  const files = Array.from({ length: 510 }, (_, at) => [
    `f${at}.js`,
    `import './f${at + 1}.js';\n`,
  ]);
  const dir = await writeFiles({ 'package.json': '{}', ...Object.fromEntries(files) });
  expect(await namesFrom(dir, 'f0.js')).toHaveLength(500);
});

it('reads the entry whatever its size, and eight megabytes in all', async () => {
  const long = `//${'x'.repeat(5 * 1024 * 1024)}\n`;
  const dir = await writeFiles({
    'package.json': '{}',
    'a.js': `${long}${long}import './b.js';\n`,
    'b.js': '',
    'c.js': "import './d.js';\nimport './e.js';\n",
    'd.js': long,
    'e.js': long,
  });
  expect(await namesFrom(dir, 'a.js')).toEqual(['a.js']);
  expect(await namesFrom(dir, 'c.js')).toEqual(['c.js', 'd.js']);
});

it('passes over a file that is too long, and what it left out does not count', async () => {
  const long = `"${'x'.repeat(5 * 1024 * 1024)}"`;
  const dir = await writeFiles({
    'package.json': '{}',
    'a.js':
      "import './huge.json' with { type: 'json' };\nimport './first.json' with { type: 'json' };\n" +
      "import './second.json' with { type: 'json' };\nimport './b.js';\n",
    'huge.json': JSON.stringify('x'.repeat(9 * 1024 * 1024)),
    'first.json': long,
    'second.json': long,
    'b.js': "import './c.js';\n",
    'c.js': `//${'x'.repeat(2 * 1024 * 1024)}\n`,
  });
  expect(await namesFrom(dir, 'a.js')).toEqual(['a.js', 'first.json', 'b.js', 'c.js']);
});
