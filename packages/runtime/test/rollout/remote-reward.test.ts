import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RemoteReward } from '../../src/rollout/remote-reward.ts';

const sample = {
  prompt: [{ role: 'user' as const, content: 'q' }],
  response: 'r',
  label: { a: 1 },
};

interface Reply {
  status?: number;
  body: string;
}

/** A grading service that answers with the replies in turn, the last one again and again. */
async function serve(
  ...replies: Reply[]
): Promise<{ url: string; bodies: unknown[]; urls: (string | undefined)[] }> {
  const bodies: unknown[] = [];
  const urls: (string | undefined)[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(JSON.parse(await text(request)));
    urls.push(`${request.method} ${request.url}`);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    response.statusCode = reply?.status ?? 200;
    response.end(reply?.body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/grade?k=1`, bodies, urls };
}

function open(url: string): { remote: RemoteReward; waits: number[] } {
  const waits: number[] = [];
  const remote = new RemoteReward(url, (failed) => {
    waits.push(failed);
    return Promise.resolve();
  });
  onTestFinished(() => remote.close());
  return { remote, waits };
}

const never = new AbortController().signal;

describe('RemoteReward', () => {
  it('posts prompt, response and label to the URL as given', async () => {
    const { url, bodies, urls } = await serve({ body: '0.5' });
    expect(await open(url).remote.grade(sample, never)).toBe(0.5);
    expect(bodies).toEqual([sample]);
    expect(urls).toEqual(['POST /grade?k=1']);
  });

  it('takes the numbers of an object', async () => {
    const { url } = await serve({ body: '{"score":1,"pred":"7","acc":0}' });
    expect(await open(url).remote.grade(sample, never)).toEqual({ score: 1, acc: 0 });
  });

  it.each(['"1"', 'true', '[1]', '{"pred":"7"}', 'not json', '1e999', ''])(
    'refuses the reply %s',
    async (body) => {
      const { url } = await serve({ body });
      await expect(open(url).remote.grade(sample, never)).rejects.toThrow(
        `remote_rm ${url}: the reply must be a finite number or an object with one, not ${body}`,
      );
    },
  );

  it('tries again where the service is busy or broken', async () => {
    const { url, bodies } = await serve(
      { status: 503, body: '' },
      { status: 429, body: '' },
      { body: '1' },
    );
    const { remote, waits } = open(url);
    expect(await remote.grade(sample, never)).toBe(1);
    expect(waits).toEqual([0, 1]);
    expect(bodies).toEqual([sample, sample, sample]);
  });

  it('does not repeat what the service refuses', async () => {
    const { url, bodies } = await serve({ status: 422, body: '{"detail":"no label"}' });
    await expect(open(url).remote.grade(sample, never)).rejects.toThrow(
      `remote_rm ${url}: HTTP 422: no label (try 1); check the service`,
    );
    expect(bodies).toHaveLength(1);
  });

  it('gives up after ten tries', async () => {
    const { url, bodies } = await serve({ status: 500, body: 'boom' });
    await expect(open(url).remote.grade(sample, never)).rejects.toThrow('HTTP 500: boom (try 10)');
    expect(bodies).toHaveLength(10);
  });

  it('says that nobody listens', async () => {
    const { remote, waits } = open('http://127.0.0.1:9/');
    await expect(remote.grade(sample, never)).rejects.toThrow(/127\.0\.0\.1:9.*\(try 10\)/);
    expect(waits).toHaveLength(9);
  });

  it('stops at once when the run is stopped', async () => {
    const { url, bodies } = await serve({ status: 500, body: '' });
    const stop = new AbortController();
    const remote = new RemoteReward(url, (_failed, signal) => {
      stop.abort(new Error('stopped'));
      signal.throwIfAborted();
      return Promise.resolve();
    });
    onTestFinished(() => remote.close());
    await expect(remote.grade(sample, stop.signal)).rejects.toThrow('stopped');
    await expect(remote.grade(sample, stop.signal)).rejects.toThrow('stopped');
    expect(bodies).toHaveLength(1);
  });

  it('needs a URL', () => {
    expect(() => new RemoteReward(null)).toThrow('--rm-type remote_rm needs --rm-url');
    expect(() => new RemoteReward('host:80/x')).toThrow('--rm-url host:80/x: not a URL');
  });
});
