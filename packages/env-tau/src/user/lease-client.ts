import { LlmClient, type LlmOptions } from 'slime-sdk/llm';

/** A client that several episodes share, as long as one of them holds it. */
export interface ClientLease {
  readonly client: LlmClient;
  /** Gives it back; the last one closes its connections. */
  release(): Promise<void>;
}

interface Entry {
  readonly client: LlmClient;
  holders: number;
}

const open = new Map<string, Entry>();
/** USD that closed clients with a limit have spent: the limit is one of the process. */
const spent = new Map<string, number>();

function openClient(key: string, options: LlmOptions): Entry {
  const { costLimit } = options;
  const left =
    costLimit === undefined ? {} : { costLimit: Math.max(0, costLimit - (spent.get(key) ?? 0)) };
  return { client: new LlmClient({ ...options, ...left }), holders: 0 };
}

/**
 * The client of an endpoint, one for all episodes of the process with the same options: they share
 * its connections, its limit of requests at once and its cost limit. Nothing is sent.
 *
 * @throws ConfigError for options that are wrong.
 */
export function leaseClient(options: LlmOptions): ClientLease {
  const key = JSON.stringify(options);
  const entry = open.get(key) ?? openClient(key, options);
  open.set(key, entry);
  entry.holders += 1;
  let isHeld = true;
  return {
    client: entry.client,
    async release() {
      if (!isHeld) return;
      isHeld = false;
      entry.holders -= 1;
      if (entry.holders > 0) return;
      open.delete(key);
      const { cost } = entry.client.usage();
      if (options.costLimit !== undefined) spent.set(key, (spent.get(key) ?? 0) + (cost ?? 0));
      await entry.client.close();
    },
  };
}
