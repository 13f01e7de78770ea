import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { messages } from './readme-example.ts';

it('the README shows the example that runs here, and says what comes of it', async () => {
  expect(messages).toEqual([
    {
      role: 'tool',
      name: 'calc_score',
      content: expect.stringContaining('calc_score gave 1.0: this matches'),
    },
  ]);
  const [readme, example] = await Promise.all(
    ['../README.md', './readme-example.ts'].map((path) =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  );
  const shown = example
    ?.replace("'../src/index.ts'", "'slime-env-geo3k'")
    .replace('export const', 'const');
  expect(readme).toContain(shown);
});
