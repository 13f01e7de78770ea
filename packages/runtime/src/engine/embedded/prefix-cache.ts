/** Routing keys that are remembered; more than episodes run at a time. */
const MAX_KEYS = 4096;

/** Counts the tokens of a prompt that its routing key's last request left in the cache. */
export class PrefixCache {
  readonly #last = new Map<string, Int32Array>();

  /** Tokens of the prompt that are cached; at least one is always computed. */
  match(routingKey: string | null, prompt: readonly number[]): number {
    const last = routingKey === null ? undefined : this.#last.get(routingKey);
    if (!last) return 0;
    const most = Math.min(last.length, prompt.length - 1);
    let count = 0;
    while (count < most && last[count] === prompt[count]) count++;
    return count;
  }

  store(routingKey: string | null, prompt: readonly number[], ids: readonly number[]): void {
    if (routingKey === null) return;
    const tokens = new Int32Array(prompt.length + ids.length);
    tokens.set(prompt);
    tokens.set(ids, prompt.length);
    this.#last.delete(routingKey);
    this.#last.set(routingKey, tokens);
    if (this.#last.size <= MAX_KEYS) return;
    const [oldest] = this.#last.keys();
    if (oldest !== undefined) this.#last.delete(oldest);
  }

  flush(): void {
    this.#last.clear();
  }
}
