import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BaseInteractionEnv, defineEnv, type ResetContext, type StepContext } from 'slime-sdk';

/** A game server with a session for each episode, spoken to over keep-alive connections. */
const sessions = new Map<string, number>();
let nextSession = 0;
let server: Promise<Server> | undefined;

async function startServer(): Promise<Server> {
  const started = createServer((incoming, outgoing) => {
    const [, action = '', id = ''] = (incoming.url ?? '').split('/');
    if (action === 'open') sessions.set(id, 0);
    if (action === 'act') sessions.set(id, (sessions.get(id) ?? 0) + 1);
    outgoing.end(`Move ${sessions.get(id) ?? 0}.`);
    if (action === 'close') sessions.delete(id);
  });
  started.listen(0, '127.0.0.1').unref();
  await once(started, 'listening');
  return started;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

async function call(path: string, signal?: AbortSignal): Promise<string> {
  server ??= startServer();
  const { port } = (await server).address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, path, agent, ...(signal && { signal }) }).end();
  const [response] = await once(sent, 'response');
  return text(response);
}

class Service extends BaseInteractionEnv {
  #session: string | undefined;
  #moves = 0;

  override async reset({ signal }: ResetContext) {
    await this.close();
    this.#session = String((nextSession += 1));
    this.#moves = 0;
    await call(`/open/${this.#session}`, signal);
    return {};
  }

  async step(_text: string, { signal }: StepContext) {
    if (this.#session === undefined) throw new Error('reset() comes before step()');
    this.#moves += 1;
    const answer = await call(`/act/${this.#session}`, signal);
    return { observation: { text: answer }, done: this.#moves >= 4 };
  }

  override async close() {
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) await call(`/close/${session}`);
  }
}

export const env = defineEnv({ name: 'service', apiVersion: 1, build: () => new Service() });
