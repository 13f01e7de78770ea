import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';

/** What a call of the program left behind. */
export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the program in this process; folders of test files are left out of what it wrote. */
export async function runCli(...argv: string[]): Promise<CliResult> {
  vi.stubEnv('NO_COLOR', '1');
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await main(argv, { stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = (await written).map((all) =>
    all.replaceAll(/[^\s"'(]*\/slime-contracts-cli-\w+\//g, ''),
  );
  return { code, stdout: out ?? '', stderr: err ?? '' };
}

/** Writes files into a folder that is removed when the test ends, and gives their paths. */
export async function testFiles<Name extends string>(
  files: Readonly<Record<Name, string>>,
): Promise<(name: Name) => string> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-contracts-cli-'));
  onTestFinished(() => rm(dir, { recursive: true, maxRetries: 3 }));
  for (const [name, content] of Object.entries<string>(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  return (name) => join(dir, name);
}
