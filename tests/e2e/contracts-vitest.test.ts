import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { LAWS } from './contracts-laws.ts';
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
async function runVitest(
  reward: string,
  options = '',
): Promise<Map<string, { status: string; text: string }>> {
  const project = await createProject({
    'rm.ts': reward,
    'rm.test.ts': `import { contractTests } from 'slime-contracts/vitest';
      contractTests({ args: { custom_rm_path: './rm.ts' }, runs: 50, seed: 1, ${options} });\n`,
    'laws.js': LAWS,
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
  expect(finite?.[1].text).toMatch(/--only rm\/finite --runs 50 --replay 1:\d+/);
});

it('makes the laws of a user a test as well', async () => {
  const options = "laws: './laws.js', only: ['rm/settles', 'rm/own-attack', 'rm/own-next']";
  const outcomes = async (reward: string): Promise<(string | undefined)[]> => {
    const tests = [...(await runVitest(reward, options))];
    const own = tests.find(([name]) => name.includes('holds the laws of ./laws.js'));
    return [own?.[1].status, /rm\/own-\w+/.exec(own?.[1].text ?? '')?.[0]];
  };
  expect(await outcomes('export default () => 1;\n')).toEqual(['passed', undefined]);
  const wary = "export default (args, { response }) => (response === 'attack' ? 0 : 1);\n";
  expect(await outcomes(wary)).toEqual(['failed', 'rm/own-attack']);
});
