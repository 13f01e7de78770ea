import type { DecodeStream } from '../decode-stream.ts';
import { ByteRun } from './byte-run.ts';

/** What decoders write for bytes that are no whole character, yet. */
const INCOMPLETE = '\ufffd';

/** What a stream decodes by. */
export interface StreamDecoder {
  decode(ids: readonly number[]): Promise<string>;
  /** The byte of a token of `byte_fallback`; undefined for other tokens. */
  byteOf(id: number): number | undefined;
  /** Whether a decoder never sees the id: a special token that is skipped, or none at all. */
  isSkipped(id: number): boolean;
}

/**
 * Decodes ids as they come through a decoder that only takes lists: the ids of the last text are
 * decoded again before the new ones, so that spaces between words come out as in the whole. A run of
 * byte tokens is held until it ends, or until nothing can make it whole.
 */
export class RustDecodeStream implements DecodeStream {
  readonly #decoder: StreamDecoder;
  /** Those of the last text, and those that have no text yet. */
  #ids: number[] = [];
  /** The text of the first `#given` ids, which was given out. */
  #prefix = '';
  #given = 0;
  /** The run that the ids end in, and where it begins; it may begin before them once it is broken. */
  #run: { readonly bytes: ByteRun; readonly start: number } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(decoder: StreamDecoder) {
    this.#decoder = decoder;
  }

  push(ids: ArrayLike<number>): Promise<string> {
    const more = Array.from(ids);
    return this.#inTurn(async () => {
      for (const id of more) this.#take(id);
      const broken = this.#run?.bytes.broken;
      const isHeld = this.#run !== undefined && broken === undefined;
      const settled = isHeld ? (this.#run?.start ?? 0) : this.#ids.length;
      if (settled <= this.#given) return '';
      const text = await this.#decoder.decode(this.#ids.slice(0, settled));
      if (text.length <= this.#prefix.length) return '';
      if (text.endsWith(INCOMPLETE) && broken === undefined) return '';
      const fresh = await this.#fresh(text, settled);
      await this.#forget(settled, broken);
      return fresh;
    });
  }

  end(): Promise<string> {
    return this.#inTurn(async () => {
      const fresh = await this.#fresh(await this.#decoder.decode(this.#ids), this.#ids.length);
      this.#ids = [];
      this.#given = 0;
      this.#prefix = '';
      this.#run = undefined;
      return fresh;
    });
  }

  #take(id: number): void {
    const byte = this.#decoder.isSkipped(id) ? null : this.#decoder.byteOf(id);
    if (byte === undefined) this.#run = undefined;
    else if (byte !== null) {
      this.#run ??= { bytes: new ByteRun(), start: this.#ids.length };
      this.#run.bytes.push(id, byte);
    }
    this.#ids.push(id);
  }

  /** Keeps the ids of the text that was given out, and what makes the run that it ends in a broken one. */
  async #forget(settled: number, broken: readonly number[] | undefined): Promise<void> {
    const isCut = broken !== undefined && (this.#run?.start ?? 0) < this.#given;
    const shown = this.#ids.slice(this.#given, settled);
    const kept = isCut ? [...broken, ...shown] : shown;
    const start = isCut ? 0 : (this.#run?.start ?? 0) - this.#given;
    if (this.#run !== undefined) this.#run = { bytes: this.#run.bytes, start };
    this.#ids = [...kept, ...this.#ids.slice(settled)];
    this.#given = kept.length;
    this.#prefix = await this.#decoder.decode(kept);
  }

  /** The part of the text of the first `settled` ids that was not given out. */
  async #fresh(text: string, settled: number): Promise<string> {
    if (text.startsWith(this.#prefix)) return text.slice(this.#prefix.length);
    // A decoder that cleans up may change what was given out.
    return this.#decoder.decode(this.#ids.slice(this.#given, settled));
  }

  /** Calls one after the other, also when they are not awaited. */
  #inTurn(work: () => Promise<string>): Promise<string> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
