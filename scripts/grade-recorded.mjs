// `npm run grade:recorded`: graders beside the recorded verdicts. Recorded data that is missing fails,
// where an ordinary run of tests skips.
import { spawnSync } from 'node:child_process';

const files = ['grade-cli', 'graders', 'math'].map((name) => `tests/parity/${name}.test.ts`);
const { status } = spawnSync('vitest', ['run', '--project', 'cross', ...files], {
  shell: true,
  stdio: 'inherit',
  env: { ...process.env, SLIME_RECORDED: 'required' },
});
process.exitCode = status ?? 1;
