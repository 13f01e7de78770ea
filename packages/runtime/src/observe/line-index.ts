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

  /** Stretches of the file that, one after the other, are its lines in their order. */
  sortedSpans(): Span[] {
    const rows = Uint32Array.from({ length: this.size }, (_, row) => row);
    rows.sort((a, b) => this.#compare(a, b));
    const spans: Span[] = [];
    for (const row of rows) {
      const offset = this.#cell(row, 0);
      const length = this.#cell(row, 1);
      const last = spans.at(-1);
      if (last !== undefined && last.offset + last.length === offset) last.length += length;
      else spans.push({ offset, length });
    }
    return spans;
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
