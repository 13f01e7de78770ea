import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleRewards } from './bundled-source.ts';
import { hostileAnswers, namedHostile } from './hostile-inputs.ts';

const KILL_AFTER = 30_000;

/** Runs a module in a process of its own that forbids code made from text. */
function run(source: string, cwd: string): { status: number | null; output: unknown } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', source],
    { cwd, encoding: 'utf8', timeout: KILL_AFTER, killSignal: 'SIGKILL' },
  );
  if (status !== 0) throw new Error(`the process ended with ${status}: ${stderr}`);
  return { status, output: JSON.parse(stdout) };
}

describe('a process that grades', () => {
  it(
    'ends by itself, with nothing left running and nothing evaluated as code',
    { timeout: 2 * KILL_AFTER },
    async () => {
      const file = await bundleRewards();
      const input = join(dirname(file), 'answers.json');
      const answers = [...namedHostile, ...Object.values(hostileAnswers)];
      writeFileSync(input, JSON.stringify(answers));
      const { output } = run(
        `
      import { readFileSync } from 'node:fs';
      import { gradeAnswer, graders } from ${JSON.stringify(file)};
      const globals = Object.keys(globalThis).join();
      const before = process.getActiveResourcesInfo().join();
      const wrong = [];
      const paid = [];
      for (const answer of JSON.parse(readFileSync(${JSON.stringify(input)}, 'utf8'))) {
        wrong.push((await gradeAnswer('\\\\boxed{' + answer + '}', 'x+1')).correct);
        for (const name of ['dapo', 'deepscaler', 'f1', 'gpqa', 'boxed_dapo', 'boxed_gpqa']) {
          const policyText = 'Answer: ' + answer + ' is \\\\boxed{' + answer + '}';
          const label = name.endsWith('gpqa') ? 'Q' : '4242';
          const row = { label, metadata: { valid_letters: ['Q'] } };
          const { reward } = await graders[name].grade({ policyText, seed: 0 }, row);
          paid.push(...(reward > 0 ? [name, answer] : []));
        }
      }
      const identity = await gradeAnswer('\\\\boxed{2\\\\sin x\\\\cos x}', '\\\\sin 2x');
      console.log(JSON.stringify({
        right: wrong.filter(Boolean).length,
        graded: wrong.length,
        identity: identity.correct,
        paid,
        started: process.getActiveResourcesInfo().join() !== before,
        globals: Object.keys(globalThis).join() !== globals,
      }));
    `,
        dirname(file),
      );

      expect(output).toEqual({
        right: 0,
        graded: answers.length,
        identity: true,
        paid: [],
        started: false,
        globals: false,
      });
      // Nothing wrote the file that some of the answers would write.
      expect(readdirSync(dirname(file))).toContain('answers.json');
      expect(readdirSync(dirname(file))).not.toContain('canary');
    },
  );
});
