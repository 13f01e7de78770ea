import type { DecodeStream } from '../decode-stream.ts';

/** What decoders write for bytes that are no whole character, yet. */
const INCOMPLETE = '\ufffd';

/**
 * Decodes ids as they come through a decoder that only takes lists: the ids of the last text are
 * decoded again before the new ones, so that spaces between words come out as in the whole.
 */
export class RustDecodeStream implements DecodeStream {
  readonly #decode: (ids: readonly number[]) => Promise<string>;
  #ids: number[] = [];
  /** The text of the first `#given` ids, which was given out. */
  #prefix = '';
  #given = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(decode: (ids: readonly number[]) => Promise<string>) {
    this.#decode = decode;
  }

  push(ids: ArrayLike<number>): Promise<string> {
    const more = Array.from(ids);
    return this.#inTurn(async () => {
      this.#ids = this.#ids.concat(more);
      const text = await this.#decode(this.#ids);
      if (text.length <= this.#prefix.length || text.endsWith(INCOMPLETE)) return '';
      const fresh = await this.#fresh(text);
      this.#ids = this.#ids.slice(this.#given);
      this.#given = this.#ids.length;
      this.#prefix = await this.#decode(this.#ids);
      return fresh;
    });
  }

  end(): Promise<string> {
    return this.#inTurn(async () => {
      const fresh = await this.#fresh(await this.#decode(this.#ids));
      this.#ids = [];
      this.#given = 0;
      this.#prefix = '';
      return fresh;
    });
  }

  /** The part of a text that was not given out. */
  async #fresh(text: string): Promise<string> {
    if (text.startsWith(this.#prefix)) return text.slice(this.#prefix.length);
    // With byte_fallback, a byte can spoil the characters before it, which are given out.
    return this.#decode(this.#ids.slice(this.#given));
  }

  /** Calls one after the other, also when they are not awaited. */
  #inTurn(work: () => Promise<string>): Promise<string> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
