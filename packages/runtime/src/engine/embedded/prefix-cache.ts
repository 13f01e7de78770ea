/** Routing keys that are remembered; more than episodes run at a time. */
const MAX_KEYS = 4096;

/** What a routing key's last request left in the cache. */
interface Left {
  tokens: Int32Array;
  promptLength: number;
  /** Tokens of its prompt that were cached. */
  cached: number;
}

/**
 * Counts the tokens of a prompt that its routing key's last request left in the cache. A request
 * that is sent again counts as it did at first, so that retries change no sample.
 */
export class PrefixCache {
  readonly #last = new Map<string, Left>();

  /** Tokens of the prompt that are cached; at least one is always computed. */
  match(routingKey: string | null, prompt: readonly number[]): number {
    const last = routingKey === null ? undefined : this.#last.get(routingKey);
    if (!last) return 0;
    const most = Math.min(last.tokens.length, prompt.length);
    let count = 0;
    while (count < most && last.tokens[count] === prompt[count]) count++;
    if (count === prompt.length && count === last.promptLength) return last.cached;
    return Math.min(count, prompt.length - 1);
  }

  store(routingKey: string | null, prompt: readonly number[], ids: readonly number[]): void {
    if (routingKey === null) return;
    const cached = this.match(routingKey, prompt);
    const tokens = new Int32Array(prompt.length + ids.length);
    tokens.set(prompt);
    tokens.set(ids, prompt.length);
    this.#last.delete(routingKey);
    this.#last.set(routingKey, { tokens, promptLength: prompt.length, cached });
    if (this.#last.size <= MAX_KEYS) return;
    const [oldest] = this.#last.keys();
    if (oldest !== undefined) this.#last.delete(oldest);
  }

  flush(): void {
    this.#last.clear();
  }
}
