/** Takes what is written to standard output while a suite runs: it belongs to the report. */
export class OutputCapture {
  readonly #write = process.stdout.write;
  readonly #onLine: (line: string) => void;
  #text = '';
  #rest = '';

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
    process.stdout.write = (chunk: string | Uint8Array): boolean => {
      this.#take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
      return true;
    };
  }

  /** What was written since {@link clear}; at most 10,000 characters of it. */
  get text(): string {
    return this.#text;
  }

  clear(): void {
    this.#text = '';
  }

  /** Gives standard output back. */
  close(): void {
    process.stdout.write = this.#write;
    if (this.#rest !== '') this.#onLine(this.#rest);
  }

  #take(text: string): void {
    if (this.#text.length < 10_000) this.#text += text.slice(0, 10_000);
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(-10_000);
    for (const line of lines) this.#onLine(line);
  }
}
