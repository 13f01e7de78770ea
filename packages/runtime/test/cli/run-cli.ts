import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';

/** What a call of the program left behind. */
export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the program in this process; the folder of test files is left out of what it wrote. */
export async function runCli(...argv: string[]): Promise<CliResult> {
  return runCliWith('', ...argv);
}

/** The same, with what stands on standard input. */
export async function runCliWith(input: string, ...argv: string[]): Promise<CliResult> {
  vi.stubEnv('NO_COLOR', '1');
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await main(argv, {
    stdin: () => Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
  });
  stdout.end();
  stderr.end();
  const [out, err] = (await written).map((all) => all.replaceAll(/[^\s"(]*\/slime-cli-\w+\//g, ''));
  return { code, stdout: out ?? '', stderr: err ?? '' };
}

/** Writes files into a folder that is removed when the test ends, and gives their paths. */
export async function testFiles<Name extends string>(
  files: Readonly<Record<Name, string>>,
): Promise<(name: Name) => string> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-cli-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  for (const [name, content] of Object.entries<string>(files)) {
    await writeFile(join(dir, name), content);
  }
  return (name) => join(dir, name);
}

/** A file of rows, a line each: texts as they stand, anything else as JSON. */
export const rows = (...items: unknown[]): string =>
  items.map((item) => `${typeof item === 'string' ? item : JSON.stringify(item)}\n`).join('');
