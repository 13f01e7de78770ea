import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { EnvError, orAborted } from 'slime-sdk';

/** Shows texts to a person and reads lines; one question at a time, in the order of asking. */
export class Terminal {
  readonly #output: Writable;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;
  #last: Promise<unknown> = Promise.resolve();

  /** Reads from now on; {@link Terminal.close} ends that. */
  constructor(streams: { input: Readable; output: Writable }) {
    this.#output = streams.output;
    this.#reader = createInterface({ input: streams.input });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /**
   * Shows a text and reads the line that answers it.
   *
   * @throws EnvError when there are no more lines, the reason of `signal` when it aborts.
   */
  ask(text: string, signal: AbortSignal): Promise<string> {
    const answer = this.#last.then(() => this.#ask(text, signal));
    this.#last = answer.catch(() => {});
    return answer;
  }

  close(): void {
    this.#reader.close();
  }

  async #ask(text: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    this.#output.write(`${text}\n> `);
    const line = await orAborted(this.#lines.next(), signal);
    if (line.done !== true) return line.value;
    throw new EnvError('nobody answers: the terminal was closed');
  }
}
