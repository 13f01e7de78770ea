// `npm run bench:contracts`: how long `slime-contracts` takes for a cheap reward, beside an empty
// Node.js process, side by side in one run; medians in milliseconds as JSON. Needs `npm run build`.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repeats = process.argv.includes('--quick') ? 3 : 9;
const program = fileURLToPath(
  new URL('../../packages/contracts/bin/slime-contracts.js', import.meta.url),
);
const dir = mkdtempSync(join(tmpdir(), 'slime-bench-contracts-'));

const REWARD = `import { defineReward } from 'slime-sdk';

export default defineReward({
  mode: 'single',
  range: [0, 1],
  examples: {
    right: (sample) => \`#### \${String(sample.label)}\`,
    wrong: (sample) => \`#### \${String(sample.label)}0\`,
  },
  reward: (_args, sample, view) => {
    const answer = /####\\s*([^\\n]*)\\s*$/.exec(view.finalText)?.[1]?.trim();
    return answer !== undefined && answer === String(sample.label) ? 1 : 0;
  },
});
`;
const ROWS = ['12', '7', '-3', '104', '9.5']
  .map(
    (label, at) => `${JSON.stringify({ input: `What is the answer to question ${at}?`, label })}\n`,
  )
  .join('');

const calls = {
  'empty process': ['-e', '0'],
  '--version': [program, '--version'],
  '--list': [program, '--list'],
  'one check, one case': [program, ...flags(1), '--only', 'rm/finite'],
  'every check, 1,000 cases a property': [program, ...flags(1000)],
};

function flags(runs) {
  return [
    ['--custom-rm-path', './rm.ts', '--prompt-data', 'rows.jsonl', '--label-key', 'label'],
    ['--seed', '1', '--runs', String(runs)],
  ].flat();
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)]);
}

try {
  writeFileSync(join(dir, 'rm.ts'), REWARD);
  writeFileSync(join(dir, 'rows.jsonl'), ROWS);
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let at = 0; at < repeats; at += 1) {
    for (const [name, args] of Object.entries(calls)) {
      const started = performance.now();
      await run(process.execPath, args, { cwd: dir, env: { ...process.env, NO_COLOR: '1' } });
      times[name].push(performance.now() - started);
    }
  }
  const milliseconds = Object.fromEntries(
    Object.entries(times).map(([name, values]) => [name, median(values)]),
  );
  const empty = milliseconds['empty process'];
  const result = {
    node: process.version,
    repeats,
    milliseconds,
    'import of the command beyond an empty process': milliseconds['--version'] - empty,
    'ratio of the whole run to an empty process':
      Math.round((milliseconds['every check, 1,000 cases a property'] / empty) * 10) / 10,
  };
  console.log(JSON.stringify(result, null, 2));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
