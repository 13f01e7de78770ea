import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModule } from 'slime-runtime/hosting';

/**
 * Gives the JavaScript file of the suite program: built, or, where we run from TypeScript sources,
 * bundled into the folder for temporary files under a name that holds its hash.
 */
export async function suiteProgram(): Promise<string> {
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
