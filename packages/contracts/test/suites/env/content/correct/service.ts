import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Keeps its state in a service on loopback, one for each episode. */
class Remote extends BaseInteractionEnv {
  readonly #server: Server;
  #sum = 0;

  constructor() {
    super();
    this.#server = createServer((request, response) => {
      this.#sum += Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('add'));
      response.setHeader('connection', 'close').end(String(this.#sum));
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  override reset() {
    this.#sum = 0;
    return {};
  }

  async step(_responseText: string, { content, turn }: StepContext) {
    const { port } = this.#server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}/?add=${content.length}`);
    return { observation: { text: `The sum is ${await reply.text()}.` }, done: turn === 3 };
  }

  override close(): Promise<void> {
    if (!this.#server.listening) return Promise.resolve();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

export const correct = defineEnv({
  name: 'service',
  apiVersion: 1,
  build: () => new Remote().listen(),
});
