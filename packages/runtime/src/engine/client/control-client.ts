import { Agent } from 'undici';

/** Connections to one server; control requests must not wait behind generations. */
const CONNECTIONS = 8;

/** An answer to a control request. */
export interface ControlReply {
  status: number;
  /** Parsed body; undefined when it is empty or no JSON. */
  json: unknown;
}

/** A control request. */
export interface ControlRequest {
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  timeoutMs: number;
}

/** Small requests beside the generations, on connections of their own: status, load, abort. */
export class ControlClient {
  readonly #agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });

  /** Rejects when there is no answer in time; any status is an answer. */
  async send(url: string, request: ControlRequest): Promise<ControlReply> {
    const { origin, pathname, search } = new URL(url);
    const reply = await this.#agent.request({
      origin,
      path: pathname + search,
      signal: AbortSignal.timeout(request.timeoutMs),
      ...(request.body === undefined
        ? { method: 'GET', headers: { ...request.headers } }
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...request.headers },
            body: JSON.stringify(request.body),
          }),
    });
    const text = await reply.body.text();
    return { status: reply.statusCode, json: parse(text) };
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An empty or plain-text body: the status is the answer.
    return undefined;
  }
}
