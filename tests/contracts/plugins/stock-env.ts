import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { defineEnv, type InteractionEnv, RetryableEnvError, type TextObservation } from 'slime-sdk';
import { z } from 'zod';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const openedSchema = z.object({ id: z.string(), text: z.string() });
const answerSchema = z.object({ text: z.string(), done: z.boolean() });

/** A warehouse that another process keeps: a session an episode, given back by close. */
class StockEnv implements InteractionEnv {
  readonly #url: string;
  #session: string | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async reset({ signal }: { signal: AbortSignal }): Promise<{
    messages: { role: 'user'; content: string }[];
  }> {
    await this.close();
    const { id, text } = openedSchema.parse(await this.#send('POST', '/sessions', '', signal));
    this.#session = id;
    return { messages: [{ role: 'user', content: text }] };
  }

  async step(
    responseText: string,
    { signal }: { signal: AbortSignal },
  ): Promise<{ observation: TextObservation; done: boolean; info: { session: string } }> {
    const session = this.#session;
    if (session === null) throw new Error('step before reset');
    const path = `/sessions/${session}`;
    const answer = answerSchema.parse(await this.#send('POST', path, responseText, signal));
    return { observation: { text: answer.text }, done: answer.done, info: { session } };
  }

  formatObservation({ text }: TextObservation): { role: 'user'; content: string } {
    return { role: 'user', content: text };
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (session !== null) await this.#send('DELETE', `/sessions/${session}`, '');
  }

  #send(method: string, path: string, body: string, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const options = { method, agent, ...(signal && { signal }) };
      const call = request(new URL(path, this.#url), options, (response) => {
        if (response.statusCode === 200) json(response).then(resolve, reject);
        else reject(new RetryableEnvError(`the warehouse answered ${response.statusCode}`));
      });
      call.on('error', reject);
      call.end(body);
    });
  }
}

export default defineEnv({
  name: 'stock',
  apiVersion: 1,
  config: z.object({ stock_url: z.url() }),
  ends: false,
  build: ({ config }) => new StockEnv(config.stock_url),
});
