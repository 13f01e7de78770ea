import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startServer } from '../../e2e/start-server.ts';

const SCRIPT = fileURLToPath(new URL('remote_rm_driver.py', import.meta.url));
const PYTHON = process.env['SLIME_PYTHON'] ?? 'python3';
const REPO = process.env['SLIME_REPO'];

const reportSchema = z.object({
  results: z.array(z.object({ reward: z.json().optional(), error: z.string().optional() })),
  waits: z.array(z.number()),
});

/** Why slime's own client cannot run here; null when it can. */
async function clientMissing(): Promise<string | null> {
  if (REPO === undefined) return 'SLIME_REPO names no checkout of slime';
  return await new Promise((resolve) => {
    execFile(PYTHON, ['-c', 'import aiohttp'], (error) => {
      resolve(error === null ? null : `SLIME_PYTHON (default python3) has no aiohttp: ${PYTHON}`);
    });
  });
}

const missing = await clientMissing();

const REWARD = `
let failures = 2;
export function customRm(args, { response, label, prompt }) {
  if (response === 'throw') throw new Error('cannot grade this');
  if (response === 'at first' && failures-- > 0) throw new Error('not yet');
  if (typeof args.reward_key === 'string') return { score: label, acc: 1 };
  return response.length + label + (Array.isArray(prompt) ? 100 : 0);
}
export function batchedCustomRm(args, samples) {
  return samples.map(({ label }) => label);
}
`;

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-remote-rm-'));
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  await writeFile(join(dir, 'rm.ts'), REWARD);
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

beforeEach((context) => {
  if (missing !== null) context.skip(missing);
});

async function serve(flags: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const argv = [
    'serve-rm',
    '--custom-rm-path',
    './rm.ts',
    '--single-turn',
    '--isolation',
    'inline',
    ...flags,
  ];
  const { url, run } = await startServer(argv, { cwd: dir, env });
  onTestFinished(async () => {
    run.child.kill('SIGTERM');
    await run.done;
  });
  return url;
}

/** What slime's client makes of the service. */
async function ask(url: string, samples: object[]): Promise<z.output<typeof reportSchema>> {
  const child = spawn(PYTHON, [SCRIPT, REPO ?? '', url]);
  child.stdin.end(JSON.stringify(samples));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out === '') throw new Error(err);
  return reportSchema.parse(JSON.parse(out));
}

describe('slime’s remote_rm', () => {
  it('takes the rewards of a TypeScript function, many at once', async () => {
    const samples = Array.from({ length: 500 }, (_, label) => ({
      prompt: label % 2 === 0 ? 'p' : [{ role: 'user', content: 'é\u{1F600}' }],
      response: '\u2028ü',
      label,
    }));
    const { results, waits } = await ask(await serve([]), samples);
    expect(results).toEqual(
      samples.map(({ label }) => ({ reward: 2 + label + (label % 2 === 0 ? 0 : 100) })),
    );
    expect(waits).toEqual([]);
  });

  it('takes objects for its --reward-key, and the rewards of batches', async () => {
    const samples = [0.5, -1].map((label) => ({ prompt: 'p', response: 'r', label }));
    expect((await ask(await serve(['--reward-key', 'score']), samples)).results).toEqual([
      { reward: { score: 0.5, acc: 1 } },
      { reward: { score: -1, acc: 1 } },
    ]);
    expect((await ask(await serve(['--group-rm']), samples)).results).toEqual([
      { reward: 0.5 },
      { reward: -1 },
    ]);
  });

  it('gets no reward for a failure, and one when that has passed', async () => {
    const url = await serve([]);
    const [passing] = (await ask(url, [{ prompt: '', response: 'at first', label: 1 }])).results;
    expect(passing).toEqual({ reward: 9 });
    const { results, waits } = await ask(url, [{ prompt: '', response: 'throw', label: 1 }]);
    expect(results).toEqual([{ error: expect.stringContaining('ClientResponseError: 500') }]);
    expect(waits).toHaveLength(9);
  });

  it('carries the token in its URL, and does not log it', async () => {
    const url = new URL(await serve(['--token-env', 'RM_TOKEN'], { RM_TOKEN: 'p@ss/w:rd' }));
    const sample = { prompt: '', response: '', label: 1 };
    url.username = 'slime';
    url.password = encodeURIComponent('p@ss/w:rd');
    expect((await ask(url.href, [sample])).results).toEqual([{ reward: 1 }]);
    url.password = 'wr0ng';
    const [refused] = (await ask(url.href, [sample])).results;
    expect(refused?.error).toContain('401');
    expect(refused?.error).not.toContain('wr0ng');
  });
});
