import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

const root =
  process.env['SLIME_SHARED'] ?? fileURLToPath(new URL('../../../../shared', import.meta.url));

/** The folder of the recorded data, or skips the test saying that it is absent. */
export function recordedFolder(context: TestContext): string {
  const folder = `${root}/data/tau`;
  if (!existsSync(folder)) context.skip(`no recorded data: ${folder} is absent, set SLIME_SHARED`);
  return folder;
}
