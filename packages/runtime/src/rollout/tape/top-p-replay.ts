import { EngineError, type TopPRows } from 'slime-sdk';
import { GrowableInts } from './growable.ts';
import { plainArray } from './plain-array.ts';

/**
 * Kept ids of each response position, merged over turns as slime's `append_response_tokens` does:
 * an observation adds empty rows. Unlike there, rows before the first reply with such data are
 * padded too, so that offsets always have one entry more than the response.
 */
export class TopPReplay {
  readonly #ids = new GrowableInts();
  #offsets: GrowableInts | undefined;

  /** Appends a sampled turn; `rowsBefore` is the response length before it. */
  appendSampled(rows: TopPRows | undefined, count: number, rowsBefore: number): void {
    if (rows === undefined) {
      if (this.#offsets !== undefined && count > 0) {
        throw new EngineError(
          'the engine returned top-p replay arrays for an earlier turn but none for this one',
        );
      }
      return;
    }
    if (rows.offsets.length !== count + 1) {
      throw new EngineError(
        `the engine returned ${rows.offsets.length - 1} top-p rows for ${count} sampled ids`,
      );
    }
    if (this.#offsets === undefined) {
      if (rowsBefore > 0) {
        throw new EngineError(
          'the engine returned top-p replay arrays for this turn but none for an earlier one',
        );
      }
      this.#offsets = new GrowableInts();
      this.#offsets.append(Int32Array.of(0));
    }
    const base = this.#ids.length;
    this.#offsets.append(rows.offsets.subarray(1).map((offset) => offset + base));
    this.#ids.append(rows.ids);
  }

  appendObserved(count: number): void {
    this.#offsets?.append(new Int32Array(count).fill(this.#ids.length));
  }

  /** Keeps the rows of the first `rows` response positions. */
  truncate(rows: number): void {
    if (this.#offsets === undefined) return;
    this.#offsets.truncate(rows + 1);
    this.#ids.truncate(this.#offsets.view.at(-1) ?? 0);
  }

  fields(): { ids: number[]; offsets: number[] } | null {
    if (this.#offsets === undefined) return null;
    return { ids: plainArray(this.#ids.view), offsets: plainArray(this.#offsets.view) };
  }
}
