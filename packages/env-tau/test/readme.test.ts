import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import * as exported from '../src/index.ts';
import { hash, result } from './readme-example.ts';

it('the README shows the example that runs here, and says what comes of it', async () => {
  expect(result).toEqual({ observation: 'ada_li_1', raised: false });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const [readme, example] = await Promise.all(
    ['../README.md', './readme-example.ts'].map((path) =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  );
  const shown = example
    ?.replace("'../src/index.ts'", "'slime-env-tau'")
    .replaceAll('export const', 'const');
  expect(readme).toContain(shown);
});

it('what the README tables as functions is exported', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n\| function .*\n\| -.*\n((?:\|.*\n)+)/.exec(readme) ?? [];
  const names = table.split('\n').flatMap((row) => {
    const [, first = ''] = row.split('|');
    return Array.from(first.matchAll(/`(\w+)/g), ([, name]) => name);
  });
  expect(names).toContain('applyTool');
  expect(names.filter((name) => name === undefined || !(name in exported))).toEqual([]);
});
