import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RemoteReward, type RemoteRewardOptions } from '../../src/rollout/remote-reward.ts';

const sample = {
  prompt: [{ role: 'user' as const, content: 'q' }],
  response: 'r',
  label: { a: 1 },
};

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

interface Service {
  /** With a path and a query. */
  url: string;
  port: number;
  bodies: unknown[];
  requests: IncomingMessage[];
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A grading service; `answer` is called when the request is there as a whole. */
async function serveBy(answer: Answer): Promise<Service> {
  const bodies: unknown[] = [];
  const requests: IncomingMessage[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    bodies.push(body === '' ? null : JSON.parse(body));
    requests.push(request);
    answer(request, response);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  return { url: `http://127.0.0.1:${port}/grade?k=1`, port, bodies, requests };
}

/** A service that answers with the replies in turn, the last one again and again. */
function serve(...replies: Reply[]): Promise<Service> {
  return serveBy((_request, response) => {
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    response.writeHead(reply?.status ?? 200, reply?.headers);
    response.end(reply?.body);
  });
}

function open(
  url: string,
  options: Partial<RemoteRewardOptions> = {},
): { remote: RemoteReward; pauses: number[] } {
  const pauses: number[] = [];
  const remote = new RemoteReward(url, {
    seconds: 60,
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    ...options,
  });
  onTestFinished(() => remote.close());
  return { remote, pauses };
}

const never = new AbortController().signal;

/** How the service is named in messages. */
const named = ({ port }: Service): string => `remote_rm http://127.0.0.1:${port}/grade?…`;

describe('RemoteReward', () => {
  it('posts prompt, response and label to the URL as given', async () => {
    const { url, bodies, requests } = await serve({ body: '0.5' });
    expect(await open(url).remote.grade(sample, never)).toBe(0.5);
    expect(bodies).toEqual([sample]);
    expect(requests.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'POST /grade?k=1',
    ]);
  });

  it('takes the numbers of an object', async () => {
    const { url } = await serve({ body: '{"score":1,"pred":"7","acc":0}' });
    expect(await open(url).remote.grade(sample, never)).toEqual({ score: 1, acc: 0 });
  });

  it.each([
    '"1"',
    'true',
    'null',
    '[1]',
    '{"pred":"7"}',
    '{}',
    'not json',
    'NaN',
    '1e999',
    '1e39',
    '{"score":1e999,"acc":1}',
  ])('refuses the reply %s, once', async (body) => {
    const service = await serve({ body });
    await expect(open(service.url).remote.grade(sample, never)).rejects.toThrow(
      `${named(service)}: the reply must be a finite number or an object with one, not ${body}`,
    );
    expect(service.bodies).toHaveLength(1);
  });

  it('refuses an empty reply and a megabyte', async () => {
    for (const [body, message] of [
      ['', 'not empty'],
      ['1'.repeat(2 << 20), 'the reply is larger than 1048576 bytes (try 1)'],
    ] as const) {
      const { url, bodies } = await serve({ body });
      await expect(open(url).remote.grade(sample, never)).rejects.toThrow(message);
      expect(bodies).toHaveLength(1);
    }
  });

  it.each([408, 429, 500, 502, 503, 504, 529])('tries again after status %i', async (status) => {
    const { url, bodies } = await serve({ status, body: '' }, { status, body: '' }, { body: '1' });
    const { remote, pauses } = open(url);
    expect(await remote.grade(sample, never)).toBe(1);
    expect(bodies).toEqual([sample, sample, sample]);
    expect(pauses.map((ms) => Math.floor(ms / 1000))).toEqual([1, 2]);
  });

  it.each([304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 425, 451])(
    'takes status %i for final',
    async (status) => {
      const service = await serve({ status, body: status === 304 ? '' : '{"detail":"no label"}' });
      await expect(open(service.url).remote.grade(sample, never)).rejects.toThrow(
        `${named(service)}: HTTP ${status}: ${status === 304 ? '' : 'no label'} (try 1); check the service`,
      );
      expect(service.bodies).toHaveLength(1);
    },
  );

  it('gives up after ten tries, with pauses of at most half a minute', async () => {
    const { url, bodies } = await serve({ status: 500, body: 'boom' });
    const { remote, pauses } = open(url);
    await expect(remote.grade(sample, never)).rejects.toThrow('HTTP 500: boom (try 10)');
    expect(bodies).toHaveLength(10);
    expect(pauses.map((ms) => Math.floor(ms / 1000))).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30]);
  });

  it('waits as long as the service asks, half a minute at most', async () => {
    const busy = (after: string): Reply => ({
      status: 503,
      headers: { 'retry-after': after },
      body: '',
    });
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const { url } = await serve(...['7', '0', '86400', date, 'soon', '-5'].map(busy), {
      body: '1',
    });
    const { remote, pauses } = open(url);
    expect(await remote.grade(sample, never)).toBe(1);
    // What is no time asks for nothing: slime's own pause of the fifth failure.
    expect(pauses.map((ms) => Math.floor(ms / 1000))).toEqual([7, 0, 30, 30, 16, 0]);
  });

  it('tries again when connections are refused, reset or cut in the middle of a reply', async () => {
    const { remote, pauses } = open('http://127.0.0.1:9/');
    await expect(remote.grade(sample, never)).rejects.toThrow(/127\.0\.0\.1:9.*\(try 10\)/);
    expect(pauses).toHaveLength(9);
    let tries = 0;
    const { url } = await serveBy((request, response) => {
      tries += 1;
      if (tries === 1) request.socket.destroy();
      else if (tries === 2) {
        response.writeHead(200, { 'content-length': '3' });
        response.write('0.', () => request.socket.destroy());
      } else response.end('0.5');
    });
    expect(await open(url).remote.grade(sample, never)).toBe(0.5);
    expect(tries).toBe(3);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect, by status %i', async (status) => {
    const service = await serve(
      { status, headers: { location: 'http://u:s3cret@other.example/grade/' }, body: '1' },
      { body: '1' },
    );
    await expect(open(service.url).remote.grade(sample, never)).rejects.toThrow(
      `${named(service)}: HTTP ${status}: a redirect to http://<redacted>@other.example/grade/, which is not followed; ` +
        'give the final address as --rm-url (try 1)',
    );
    expect(service.bodies).toEqual([sample]);
  });

  it('sends user and password of the URL as aiohttp does, and says neither', async () => {
    const service = await serve({ status: 403, body: '' });
    const secret = `http://u%40x:p%3Aw@127.0.0.1:${service.port}/grade?token=t0k`;
    await expect(open(secret).remote.grade(sample, never)).rejects.toThrow(
      `${named(service)}: HTTP 403:  (try 1); check the service`,
    );
    expect(service.requests[0]?.headers.authorization).toBe(`Basic ${btoa('u@x:p:w')}`);
    expect(service.requests[0]?.url).toBe('/grade?token=t0k');
  });

  it('gives up at its deadline, whatever the service does with the time', async () => {
    const silent = await serveBy(() => {});
    await expect(open(silent.url, { seconds: 0.2 }).remote.grade(sample, never)).rejects.toThrow(
      `${named(silent)}: no reward within the 0.2 s of --reward-timeout`,
    );
    const slow = await serveBy((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    await expect(open(slow.url, { seconds: 0.2 }).remote.grade(sample, never)).rejects.toThrow(
      `${named(slow)}: no reward within the 0.2 s of --reward-timeout`,
    );
    const busy = await serve({ status: 503, headers: { 'retry-after': '30' }, body: 'busy' });
    const waiting = new RemoteReward(busy.url, { seconds: 0.5 });
    onTestFinished(() => waiting.close());
    await expect(waiting.grade(sample, never)).rejects.toThrow(
      'no reward within the 0.5 s of --reward-timeout, after 1 failed tries: HTTP 503: busy',
    );
  });

  it('asks for at most 64 rewards at a time', async () => {
    let running = 0;
    let most = 0;
    const held: ServerResponse[] = [];
    const { url } = await serveBy((_request, response) => {
      running += 1;
      most = Math.max(most, running);
      held.push(response);
      // All that can be there are there: answer them together.
      if (running < 64) return;
      running = 0;
      for (const one of held.splice(0)) one.end('1');
    });
    const { remote } = open(url);
    const rewards = await Promise.all(
      Array.from({ length: 256 }, () => remote.grade(sample, never)),
    );
    expect(rewards).toEqual(rewards.map(() => 1));
    expect(most).toBe(64);
  });

  it('stops at once when the run is stopped: in a request, in a pause, before its turn', async () => {
    const stop = new AbortController();
    let arrived = 0;
    const { url } = await serveBy(() => {
      arrived += 1;
      if (arrived === 64) stop.abort(new Error('stopped'));
    });
    const { remote } = open(url);
    const all = Array.from({ length: 80 }, () => remote.grade(sample, stop.signal));
    for (const one of all) await expect(one).rejects.toThrow('stopped');
    await expect(remote.grade(sample, stop.signal)).rejects.toThrow('stopped');
    expect(arrived).toBe(64);
    const failing = await serve({ status: 500, body: '' });
    const pausing = new AbortController();
    const paused = new RemoteReward(failing.url, {
      seconds: 60,
      pause: (_ms, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('the pause ended')));
          pausing.abort(new Error('stopped'));
        }),
    });
    onTestFinished(() => paused.close());
    await expect(paused.grade(sample, pausing.signal)).rejects.toThrow('stopped');
    expect(failing.bodies).toHaveLength(1);
  });

  it('gives its turn back after every ending, and leaves nothing on the run’s signal', async () => {
    const { url } = await serve({ status: 400, body: '' });
    const { remote } = open(url);
    const { signal } = new AbortController();
    for (let at = 0; at < 200; at += 1) {
      await expect(remote.grade(sample, signal)).rejects.toThrow('HTTP 400');
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('needs a URL', () => {
    const create = (url: string | null) => () => new RemoteReward(url, { seconds: 1 });
    expect(create(null)).toThrow('--rm-type remote_rm needs --rm-url');
    expect(create('host:80/x')).toThrow('--rm-url host:80/x: not a URL');
    expect(create('ftp://u:secret@host/x')).toThrow('--rm-url ftp://<redacted>@host/x: not a URL');
    expect(create('http://u:%zz@host/x')).toThrow('not percent-encoded');
  });
});
