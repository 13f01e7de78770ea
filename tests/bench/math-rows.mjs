// `node tests/bench/math-rows.mjs`: where the CPU of `math` goes over the recorded rows, as JSON: the
// functions with the largest shares of their own. Under `node --cpu-prof` it leaves the profile, too.
// Reads `data/graders/math_response.jsonl` of `SLIME_SHARED`. Needs `npm run build`.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { graders } from 'slime-sdk/rewards';

const TIMES = 50;
const SHOWN = 12;
const shared =
  process.env.SLIME_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const rows = readFileSync(`${shared}/data/graders/math_response.jsonl`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line).args);

async function gradeAll() {
  for (const { solution_str: policyText, ground_truth: label } of rows) {
    try {
      await graders.math.grade({ policyText, seed: 0 }, { label, metadata: {} });
    } catch (error) {
      // Some rows have no label that can be read.
      if (error.code !== 'SLIME_DATA') throw error;
    }
  }
}

await gradeAll();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.start');
const start = process.cpuUsage();
for (let time = 0; time < TIMES; time += 1) await gradeAll();
const { user, system } = process.cpuUsage(start);
const { profile } = await session.post('Profiler.stop');
session.disconnect();

const names = new Map(
  profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
    const name = (functionName || '(anonymous)').slice(0, 60);
    return [id, url === '' ? name : `${name} ${basename(url)}:${lineNumber + 1}`];
  }),
);
const own = new Map();
for (const [at, id] of profile.samples.entries()) {
  const name = names.get(id);
  own.set(name, (own.get(name) ?? 0) + profile.timeDeltas[at]);
}
const whole = [...own.values()].reduce((sum, time) => sum + time, 0);
const top = [...own]
  .toSorted(([, a], [, b]) => b - a)
  .slice(0, SHOWN)
  .map(([name, time]) => ({ name, percent: Math.round((1000 * time) / whole) / 10 }));
const verdictsPerCpuSecond = Math.round((rows.length * TIMES * 1e6) / (user + system));
console.log(
  JSON.stringify({ node: process.version, rows: rows.length, verdictsPerCpuSecond, top }, null, 2),
);
