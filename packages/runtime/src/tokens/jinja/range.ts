import { chargeItems } from './budget.ts';

/** What `range()` gives. */
export class Range {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;

  constructor(start: number, stop: number, step: number) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }

  at(index: number): number | undefined {
    const at = index < 0 ? index + this.length : index;
    return at >= 0 && at < this.length ? this.start + at * this.step : undefined;
  }

  items(): number[] {
    chargeItems(this.length);
    return Array.from({ length: this.length }, (_, index) => this.start + index * this.step);
  }
}
