/** Lines that are told of, and characters of each: a plugin may write megabytes. */
const MOST_LINES = 200;
const LONGEST_LINE = 2000;
const MOST_TEXT = 10_000;

/** What a caller of `write` may give behind the chunk. */
type WriteEnd = [encoding?: BufferEncoding | Done, done?: Done];
type Done = (error?: Error | null) => void;

/** Takes what is written to standard output while a suite runs: it belongs to the report. */
export class OutputCapture {
  readonly #write = process.stdout.write.bind(process.stdout);
  readonly #onLine: (line: string) => void;
  #text = '';
  #rest = '';
  #lines = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
    process.stdout.write = (chunk: string | Uint8Array, ...[encoding, done]: WriteEnd): boolean => {
      this.#take(decode(chunk, encoding));
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') process.nextTick(callback);
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
    if (this.#rest !== '') this.#tell(this.#rest);
  }

  #take(text: string): void {
    if (this.#text.length < MOST_TEXT) this.#text += text.slice(0, MOST_TEXT);
    if (this.#lines >= MOST_LINES) return;
    const lines = (this.#rest + text).split('\n', MOST_LINES + 1);
    this.#rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) this.#tell(line);
  }

  #tell(line: string): void {
    this.#lines += 1;
    if (this.#lines <= MOST_LINES) this.#onLine(line.slice(0, LONGEST_LINE));
  }
}

function decode(chunk: string | Uint8Array, encoding: WriteEnd[0]): string {
  if (typeof chunk !== 'string') return Buffer.from(chunk).toString('utf8');
  const isText = typeof encoding !== 'string' || /^utf-?8$/i.test(encoding);
  return isText ? chunk : Buffer.from(chunk, encoding).toString('utf8');
}
