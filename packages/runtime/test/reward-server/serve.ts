import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRolloutArgs, type RewardValue, type RolloutArgs } from 'slime-sdk';
import { onTestFinished } from 'vitest';
import type { HostedReward } from '../../src/plugins/index.ts';
import {
  type RewardServer,
  type RewardServerOptions,
  startRewardServer,
} from '../../src/reward-server/reward-server.ts';

type Score = HostedReward['score'];

/** A server that runs in this process until the test ends. */
export interface Served extends RewardServer {
  port: number;
  /** What it told, a line each. */
  told: string[];
  post: (
    body: unknown,
    init?: RequestInit,
  ) => Promise<{ status: number; body: unknown; reply: Response }>;
}

/** Serves a reward in this process. */
export async function serve(
  score: Score,
  options: Partial<RewardServerOptions> = {},
  args: Partial<RolloutArgs> = {},
): Promise<Served> {
  const told: string[] = [];
  const tell = (message: string): void => void told.push(message);
  const server = await startRewardServer({
    reward: { mode: 'single', score },
    args: createRolloutArgs(args),
    host: '127.0.0.1',
    port: 0,
    token: undefined,
    concurrency: 8,
    maxQueue: 1024,
    batchSize: 64,
    batchWaitMs: 5,
    maxBodyBytes: 1 << 20,
    requestSeconds: 30,
    log: { debug: tell, info: tell, warn: tell, error: tell },
    ...options,
  });
  onTestFinished(async () => void (await server.close()));
  return {
    ...server,
    told,
    port: Number(new URL(server.url).port),
    async post(body, init = {}) {
      const reply = await fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
        ...init,
      });
      const answer = await reply.text();
      const isJson = reply.headers.get('content-type') === 'application/json';
      return { status: reply.status, body: isJson ? JSON.parse(answer) : answer, reply };
    },
  };
}

/** A reward of each sample by itself. */
export function each(
  reward: (sample: Parameters<Score>[0]['samples'][number], at: number) => RewardValue,
): Score {
  return ({ samples }) => Promise.resolve(samples.map((sample, at) => reward(sample, at)));
}

/** A reward that answers when the test says so. */
export function held(): {
  score: Score;
  calls: Parameters<Score>[0][];
  release: (value?: number) => void;
} {
  const calls: Parameters<Score>[0][] = [];
  const waiting: ((value: number) => void)[] = [];
  return {
    calls,
    release: (value = 1) => {
      for (const resolve of waiting.splice(0)) resolve(value);
    },
    score: (context) => {
      calls.push(context);
      const value = new Promise<number>((resolve) => waiting.push(resolve));
      return value.then((one) => context.samples.map(() => one));
    },
  };
}

/** Sends bytes and gives all that comes back until the server closes the connection. */
export async function sendRaw(port: number, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  for (const piece of pieces) socket.write(piece);
  return await text(socket);
}
