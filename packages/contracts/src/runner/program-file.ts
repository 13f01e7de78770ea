import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModule, ownProgram } from 'slime-runtime/hosting';

/** Files that a child process runs: the suite program, and the thread that watches its parent. */
export interface SuitePrograms {
  program: string;
  lifeline: string;
}

let found: Promise<SuitePrograms> | null = null;

/** Finds the files that a child runs; once, since sources must be bundled first. */
export function suitePrograms(): Promise<SuitePrograms> {
  found ??= Promise.all([suiteProgram(), ownProgram('lifeline-worker')]).then(
    ([program, lifeline]) => ({ program, lifeline }),
  );
  return found;
}

/**
 * Gives the JavaScript file of the suite program: built, or, where we run from TypeScript sources,
 * bundled into the folder for temporary files under a name that holds its hash.
 */
async function suiteProgram(): Promise<string> {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) {
    return fileURLToPath(new URL('./runner/suite-program.js', new URL('.', here)));
  }
  const { code } = await bundleModule(fileURLToPath(new URL('./suite-program.ts', here)));
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `slime-suite-${hash}.mjs`);
  if (existsSync(file)) return file;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, code);
  await rename(draft, file);
  return file;
}
