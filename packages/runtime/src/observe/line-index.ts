/** Where a line belongs in the finished file: compared item by item, then by order of writing. */
export type LineOrder = readonly [number, number, number];

/** A stretch of a file, in bytes. */
export interface Span {
  offset: number;
  length: number;
}

const CELLS = 5;

/** Position and order of each line of a file, in some 40 bytes a line. */
export class LineIndex {
  /** Offset, length and order of each line, flat. */
  readonly #cells: number[] = [];

  get size(): number {
    return this.#cells.length / CELLS;
  }

  add(line: Span, order: LineOrder): void {
    this.#cells.push(line.offset, line.length, ...order);
  }

  truncate(size: number): void {
    this.#cells.length = size * CELLS;
  }

  /** The same lines in their order, as they stand once they are written so. */
  sorted(): { index: LineIndex; spans: Span[] } {
    const rows = Uint32Array.from({ length: this.size }, (_, row) => row);
    rows.sort((a, b) => this.#compare(a, b));
    const index = new LineIndex();
    const spans: Span[] = [];
    let offset = 0;
    for (const row of rows) {
      const from = this.#cell(row, 0);
      const length = this.#cell(row, 1);
      index.add({ offset, length }, [this.#cell(row, 2), this.#cell(row, 3), this.#cell(row, 4)]);
      offset += length;
      const last = spans.at(-1);
      if (last !== undefined && last.offset + last.length === from) last.length += length;
      else spans.push({ offset: from, length });
    }
    return { index, spans };
  }

  #compare(a: number, b: number): number {
    for (let cell = 2; cell < CELLS; cell += 1) {
      const difference = this.#cell(a, cell) - this.#cell(b, cell);
      if (difference !== 0) return difference;
    }
    return a - b;
  }

  #cell(row: number, cell: number): number {
    return this.#cells[row * CELLS + cell] ?? 0;
  }
}
