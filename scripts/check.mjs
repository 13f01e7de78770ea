// `npm test`: every check at CI size. `npm run test:full` adds the large sizes and other Node lines.
// All steps run, whatever failed before; the last line counts them with the tests.
import { spawnSync } from 'node:child_process';

const full = process.argv.includes('--full');
const steps = [
  ['build', 'npm run --silent build'],
  ['types', 'npm run --silent typecheck'],
  ['lint', 'npm run --silent lint'],
  ['packages', 'npm run --silent check:packages'],
  ...(full ? [['other Node lines', 'npm run --silent test:node -- 22 24']] : []),
];

const failed = [];
for (const [name, command] of steps) {
  const started = performance.now();
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) console.log(`failed before the tests: ${failed.join(', ')}`);

const python = spawnSync('node', ['scripts/python-judges.mjs'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
}).stdout.trim();

const tests = spawnSync('vitest', ['run'], {
  shell: true,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(python === '' ? {} : { SLIME_PYTHON: python }),
    SLIME_TEST_TIER: full ? 'full' : 'ci',
    // The reporter adds the steps above to its closing line.
    SLIME_STEPS_PASSED: String(steps.length - failed.length),
    SLIME_STEPS_FAILED: String(failed.length),
  },
});
process.exitCode = failed.length > 0 || tests.status !== 0 ? 1 : 0;
