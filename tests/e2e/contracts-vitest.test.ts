import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createProject } from './project.ts';

vi.setConfig({ testTimeout: 120_000 });

const VITEST = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);

const resultSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullable(),
        }),
      ),
    }),
  ),
});

/** Runs vitest in a project whose only test makes the contracts of a reward tests. */
async function runVitest(reward: string): Promise<Map<string, { status: string; text: string }>> {
  const project = await createProject({
    'rm.ts': reward,
    'rm.test.ts': `import { contractTests } from 'slime-contracts/vitest';
      contractTests({ args: { custom_rm_path: './rm.ts' }, runs: 50, seed: 1 });\n`,
  });
  try {
    const args = [VITEST, 'run', '--root', project.dir, '--reporter', 'json'];
    const stdout = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: project.dir, maxBuffer: 1 << 26 }, (_error, out) =>
        resolve(out),
      );
    });
    const { testResults } = resultSchema.parse(JSON.parse(stdout.slice(stdout.indexOf('{'))));
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return new Map(
      tests.map(({ fullName, status, failureMessages }) => [
        fullName,
        { status, text: (failureMessages ?? []).join('\n') },
      ]),
    );
  } finally {
    await project.remove();
  }
}

it('makes each check a test of vitest, which passes where the check held', async () => {
  const tests = await runVitest(
    'export default (args, sample) => (sample.response.trim() === String(sample.label) ? 1 : 0);\n',
  );
  const failed = [...tests].filter(([, { status }]) => status === 'failed');
  expect(failed).toEqual([]);
  const finite = [...tests].find(([name]) => name.includes('rm/finite'));
  expect(finite?.[1].status).toBe('passed');
});

it('and fails with input, reason and the command that replays it where it fell short', async () => {
  const tests = await runVitest(
    'export default (args, sample) => (sample.response.length > 3 ? NaN : 0);\n',
  );
  const finite = [...tests].find(([name]) => name.includes('rm/finite'));
  expect(finite?.[1].status).toBe('failed');
  expect(finite?.[1].text).toMatch(/Got: .*NaN/);
  expect(finite?.[1].text).toMatch(/--only rm\/finite --replay 1:\d+/);
});
