/** slime's `compute_statistics`. */
export interface Statistics {
  mean: number;
  median: number;
  max: number;
  min: number;
}

/** Mean, median, most and least; null of nothing. */
export function computeStatistics(values: readonly number[]): Statistics | null {
  const sorted = Float64Array.from(values).sort();
  const min = sorted[0];
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) return null;
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? max;
  const lower = sorted.length % 2 === 1 ? upper : (sorted[half - 1] ?? min);
  return { mean: mean(sorted), median: (lower + upper) / 2, max, min };
}

/** Mean of a list that is not empty. */
export function mean(values: Iterable<number> & { readonly length: number }): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
