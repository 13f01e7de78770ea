import { spawnSync } from 'node:child_process';
import type { TestContext } from 'vitest';

/**
 * What a Python program prints, of JSON lines that it is given; skips the test where there is no
 * Python 3.
 */
export function runPython(
  context: TestContext,
  program: string,
  lines: readonly string[],
): string[] {
  const { status, stdout, stderr, error } = spawnSync(
    process.env['SLIME_PYTHON'] ?? 'python3',
    ['-W', 'ignore', '-c', program],
    { input: lines.map((line) => `${line}\n`).join(''), encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) {
    context.skip(`SLIME_PYTHON (default python3) did not run: ${error?.message ?? stderr}`);
  }
  return stdout.trimEnd().split('\n');
}
