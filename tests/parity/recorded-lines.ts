import { existsSync, readFileSync } from 'node:fs';
import type { TestContext } from 'vitest';

const root = process.env['SLIME_SHARED'] ?? new URL('../../../shared', import.meta.url).pathname;

/**
 * The lines of a file of recorded data. Without the file the test is skipped with the reason, but
 * fails under `npm run grade:recorded`, which is there to read it.
 */
export function readRecordedLines(
  context: Pick<TestContext, 'skip'>,
  path: string,
  { folder = root, isRequired = process.env['SLIME_RECORDED'] === 'required' } = {},
): unknown[] {
  const file = `${folder}/data/${path}`;
  if (!existsSync(file)) {
    const missing = `no recorded data: ${file} is absent, set SLIME_SHARED`;
    if (isRequired) throw new Error(missing);
    context.skip(missing);
  }
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line): unknown => JSON.parse(line));
}
