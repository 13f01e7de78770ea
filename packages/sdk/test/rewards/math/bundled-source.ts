import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { onTestFinished } from 'vitest';

/** The rewards as plain JavaScript, for a process of its own. Gone after the test. */
export async function bundleRewards(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'rewards-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'silent',
    root: directory,
    build: {
      ssr: new URL('../../../src/rewards/index.ts', import.meta.url).pathname,
      outDir: directory,
      rolldownOptions: { output: { entryFileNames: 'rewards.mjs' } },
    },
  });
  return join(directory, 'rewards.mjs');
}
