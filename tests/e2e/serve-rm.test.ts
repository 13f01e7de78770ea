import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ServerProcess, startServer } from './start-server.ts';

const CLIENT = fileURLToPath(new URL('remote_rm_client.py', import.meta.url));

/** Rewards that wait for a file named by the label, or for ever, tell that they are called. */
const REWARD = `
import { existsSync } from 'node:fs';
export async function customRm(_args, { response, label }, { signal }) {
  if (response === 'ever') while (true);
  if (response === 'wait') {
    console.log('waiting');
    while (!existsSync(label)) await new Promise((resolve) => setTimeout(resolve, 5));
    return 0.5;
  }
  return response.length + (typeof label === 'number' ? label : 0);
}
`;

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'slime-serve-rm-'));
  await writeFile(join(dir, 'package.json'), '{"type":"module"}');
  await writeFile(join(dir, 'rm.ts'), REWARD);
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function start(
  flags: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const argv = ['serve-rm', '--custom-rm-path', './rm.ts', '--single-turn', ...flags];
  const server = await startServer(argv, { cwd: dir, env });
  onTestFinished(async () => {
    server.run.child.kill('SIGKILL');
    await server.run.done;
  });
  return server;
}

/** What a client in Python is answered: status and body of each. */
async function ask(url: string, requests: readonly object[]): Promise<[number, unknown][]> {
  const client = spawn(process.env['SLIME_PYTHON'] ?? 'python3', [CLIENT, url]);
  client.stdin.end(JSON.stringify(requests));
  const [out, err] = await Promise.all([text(client.stdout), text(client.stderr)]);
  expect(err).toBe('');
  return JSON.parse(out);
}

const said = (server: ServerProcess, what: string): number =>
  server.run.stderr().split(what).length - 1;

describe('slime-runtime serve-rm', () => {
  it('answers five hundred requests of a client in Python at once', async () => {
    const { url } = await start(['--isolation', 'inline']);
    const requests = Array.from({ length: 500 }, (_, label) => ({
      prompt: [{ role: 'user', content: 'é\u{1F600}' }],
      response: 'ü',
      label,
    }));
    expect(await ask(url, requests)).toEqual(requests.map(({ label }) => [200, label + 1]));
  });

  it('takes the token from the URL that slime is given', async () => {
    const token = 'p@ss/w:rd';
    const { url } = await start(['--token-env', 'RM_TOKEN', '--host', '0.0.0.0'], {
      RM_TOKEN: token,
    });
    const { port } = new URL(url);
    const at = (user: string): string => `http://${user}127.0.0.1:${port}/`;
    const body = { prompt: 'p', response: 'abc', label: null };
    const refused = [401, { error: { type: 'unauthorized', message: expect.any(String) } }];
    expect(await ask(at(''), [body])).toEqual([refused]);
    expect(await ask(at('slime:wrong@'), [body])).toEqual([refused]);
    expect(await ask(at(`slime:${encodeURIComponent(token)}@`), [body])).toEqual([[200, 3]]);
  });

  it('answers what is under way after SIGTERM, then ends with code 0', async () => {
    const server = await start(['--concurrency', '2']);
    const gate = join(dir, 'gate');
    const requests = Array.from({ length: 6 }, () => ({ response: 'wait', label: gate }));
    const answers = ask(server.url, requests);
    const metrics = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();
    await vi.waitFor(async () => {
      expect(await metrics()).toMatch(/^slime_rm_in_flight 6$/m);
      expect(said(server, 'waiting')).toBe(2);
    }, 30_000);
    server.run.child.kill('SIGTERM');
    await vi.waitFor(() => expect(fetch(server.url)).rejects.toThrow('fetch failed'), 30_000);
    await writeFile(gate, '');
    expect(await answers).toEqual(requests.map(() => [200, 0.5]));
    const { code, signal, stdout } = await server.run.done;
    expect([code, signal]).toEqual([0, null]);
    expect(stdout).toContain('{"stats":{"requests":6,"rewards":6,"failures":{}}}');
  });

  it('gives up what is under way at a second signal, says so and ends with code 1', async () => {
    const server = await start();
    const failing = fetch(server.url, {
      method: 'POST',
      body: '{"response":"wait","label":"never"}',
    });
    await vi.waitFor(() => expect(said(server, 'waiting')).toBe(1), 30_000);
    server.run.child.kill('SIGINT');
    await vi.waitFor(() => expect(fetch(server.url)).rejects.toThrow('fetch failed'), 30_000);
    server.run.child.kill('SIGINT');
    await expect(failing).rejects.toThrow('fetch failed');
    const { code, stderr } = await server.run.done;
    expect(code).toBe(1);
    expect(stderr).toContain('1 requests were given up');
  });

  it('goes on past a reward that never returns, and clients that are killed', async () => {
    const server = await start(['--reward-timeout', '1', '--concurrency', '2']);
    const client = spawn(process.env['SLIME_PYTHON'] ?? 'python3', [CLIENT, server.url]);
    client.stdin.end(JSON.stringify([{ response: 'wait', label: 'never' }]));
    await vi.waitFor(() => expect(said(server, 'waiting')).toBe(1), 30_000);
    client.kill('SIGKILL');
    const [ever, good] = await Promise.all([
      ask(server.url, [{ response: 'ever' }]),
      ask(
        server.url,
        Array.from({ length: 20 }, () => ({ response: 'ab' })),
      ),
    ]);
    expect(ever).toEqual([
      [
        500,
        { error: { type: 'reward_failed', message: expect.stringContaining('held the event') } },
      ],
    ]);
    expect(good).toEqual(good.map(() => [200, 2]));
    server.run.child.kill('SIGTERM');
    const { code, stdout } = await server.run.done;
    expect(code).toBe(0);
    expect(stdout).toContain('"failures":{"client_gone":1,"reward_failed":1}');
  });
});
