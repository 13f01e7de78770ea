import { existsSync, readFileSync } from 'node:fs';
import type { TestContext } from 'vitest';

const root =
  process.env['SLIME_SHARED'] ?? new URL('../../../../../shared', import.meta.url).pathname;

/** Reads a file of recorded data, or skips the test saying that there is none. */
export function readShared(context: TestContext, path: string): unknown {
  const file = `${root}/data/${path}`;
  if (!existsSync(file)) context.skip(`no recorded data: ${file} is absent, set SLIME_SHARED`);
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return value;
}
