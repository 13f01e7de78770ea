// `npm run test:node -- 22 24`: runs the test suite on other Node.js lines, taken from the registry.
import { spawnSync } from 'node:child_process';

const platform = process.platform === 'win32' ? 'win' : process.platform;
const lines = process.argv.slice(2);
for (const line of lines.length > 0 ? lines : ['22', '24']) {
  console.log(`Node ${line}`);
  const { status } = spawnSync(
    'npx',
    [
      '--yes',
      '--package',
      `node-${platform}-${process.arch}@${line}`,
      '--',
      'node',
      'node_modules/vitest/vitest.mjs',
      'run',
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exit(status ?? 1);
}
