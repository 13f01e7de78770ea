// `node tests/bench/serve-rm.mjs`: requests a second and CPU of a request of `slime-runtime serve-rm`
// with a reward that does nothing, 64 connections as slime has, responses of 4 KB, as JSON: in this
// process, in processes, and in batches. The CPU is that of the server itself, without its children.
// Needs `npm run build`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { BIN, startServer } from './server-process.mjs';

const REQUESTS = process.argv.includes('--quick') ? 4000 : 20_000;
const CONNECTIONS = 64;

const dir = mkdtempSync(join(tmpdir(), 'slime-bench-rm-'));
writeFileSync(
  join(dir, 'single.mjs'),
  'export default (args, sample) => sample.response.length;\n',
);
writeFileSync(
  join(dir, 'batch.mjs'),
  'export const batchedCustomRm = (args, samples) => samples.map((sample) => sample.response.length);\n',
);

function start(flags) {
  const command = [BIN, 'serve-rm', '--single-turn', ...flags];
  return startServer(command, { cwd: dir, stderr: 'ignore' });
}

const body = JSON.stringify({
  prompt: 'p'.repeat(1000),
  response: 'word '.repeat(800),
  label: '48',
});

async function send(pool, count) {
  let left = count;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const headers = { 'content-type': 'application/json' };
      const reply = await pool.request({ path: '/', method: 'POST', headers, body });
      if ((await reply.body.json()) !== 4000) throw new Error('a wrong reward');
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

async function cpuSeconds(pool) {
  const reply = await pool.request({ path: '/metrics', method: 'GET' });
  return Number(/^process_cpu_seconds_total (.*)$/m.exec(await reply.body.text())[1]);
}

async function measure(flags) {
  const server = await start(flags);
  const pool = new Pool(server.url, { connections: CONNECTIONS });
  try {
    await send(pool, 2000);
    const cpu = await cpuSeconds(pool);
    const started = performance.now();
    await send(pool, REQUESTS);
    const seconds = (performance.now() - started) / 1000;
    const used = (await cpuSeconds(pool)) - cpu;
    return {
      requestsPerSecond: Math.round(REQUESTS / seconds),
      cpuMicrosPerRequest: Math.round((used / REQUESTS) * 1e6),
    };
  } finally {
    await pool.close();
    await server.stop();
  }
}

const single = ['--custom-rm-path', './single.mjs'];
const batch = ['--custom-rm-path', './batch.mjs', '--group-rm', '--batch-wait-ms', '2'];
const serveRm = {
  requests: REQUESTS,
  inline: await measure([...single, '--isolation', 'inline']),
  process: await measure([...single, '--isolation', 'process']),
  batchedInline: await measure([...batch, '--isolation', 'inline']),
  batchedProcess: await measure([...batch, '--isolation', 'process', '--concurrency', '2']),
};
rmSync(dir, { recursive: true, force: true });
console.log(JSON.stringify({ node: process.version, serveRm }, null, 2));
