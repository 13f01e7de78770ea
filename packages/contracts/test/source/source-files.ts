import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModule, prepareModule, resolvePlugin } from 'slime-runtime/hosting';
import { onTestFinished } from 'vitest';
import type { Vocabulary } from '../../src/arbitraries/vocabulary.ts';
import type { PluginReport } from '../../src/report/report.ts';
import { parsePluginSource } from '../../src/source/plugin-source.ts';
import { collectVocabulary } from '../../src/source/read-vocabulary.ts';

/** Writes files into a folder that is removed when the test ends. */
export async function writeFiles(files: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-contracts-source-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  return dir;
}

/** The vocabulary of a plugin, as checks see it. */
export async function vocabularyOf(dir: string, spec: string): Promise<Vocabulary> {
  const prepared = await prepareModule(await resolvePlugin(spec, null, dir));
  return collectVocabulary(await parsePluginSource(prepared));
}

/** What a call reached, and what all calls so far did. */
export interface CountedCall {
  /** Numbers of the branches that this call reached. */
  taken: number[];
  report: PluginReport['branches'];
}

/** Calls the default export of a plugin, once for each list of arguments. */
export async function countCalls(
  dir: string,
  spec: string,
  calls: readonly (readonly unknown[])[],
): Promise<CountedCall[]> {
  const { code } = await bundleModule(fileURLToPath(new URL('count-program.ts', import.meta.url)));
  const program = join(dir, 'count-program.mjs');
  await writeFile(program, code);
  const stdout = await new Promise<string>((resolve, reject) => {
    const child = execFile(process.execPath, [program], (error, out, stderr) => {
      if (error === null) resolve(out);
      else reject(new Error(stderr, { cause: error }));
    });
    child.stdin?.end(JSON.stringify({ dir, spec, calls }));
  });
  return JSON.parse(stdout);
}
