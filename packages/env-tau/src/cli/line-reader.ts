import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { CliStreams } from './main.ts';
import { printableText } from './printable-text.ts';

/** Reads lines of a person in a terminal, or of a pipe, and writes what they see. */
export class LineReader {
  readonly #streams: Pick<CliStreams, 'stdin' | 'stdout'>;
  readonly #isTerminal: boolean;
  readonly #interface: Interface;
  readonly #lines: AsyncIterator<string>;

  /** `onInterrupt` is told of Ctrl-C, which ends the lines. */
  constructor(streams: Pick<CliStreams, 'stdin' | 'stdout'>, onInterrupt: () => void) {
    this.#streams = streams;
    this.#isTerminal = 'isTTY' in streams.stdin && streams.stdin.isTTY === true;
    this.#interface = createInterface({
      input: streams.stdin,
      ...(this.#isTerminal ? { output: streams.stdout, terminal: true } : { terminal: false }),
    });
    // Taken at once: lines that come before the first question are kept.
    this.#lines = this.#interface[Symbol.asyncIterator]();
    this.#interface.on('SIGINT', onInterrupt);
  }

  /** The next line; undefined where there are no more. Of a pipe it is shown behind the prompt. */
  async ask(prompt: string): Promise<string | undefined> {
    if (this.#isTerminal) {
      this.#interface.setPrompt(prompt);
      this.#interface.prompt();
    }
    const next = await this.#lines.next();
    if (next.done === true) {
      if (this.#isTerminal) await this.print('');
      return undefined;
    }
    if (!this.#isTerminal) await this.print(`${prompt}${printableText(next.value)}`);
    return next.value;
  }

  async print(text: string): Promise<void> {
    if (!this.#streams.stdout.write(`${text}\n`)) await once(this.#streams.stdout, 'drain');
  }

  close(): void {
    this.#interface.close();
  }
}
