/**
 * Writes a number as Python's `str(round(value, 1))` does for what JSON made of it: whole numbers
 * without a point, ties to the even digit.
 */
export function roundToTenth(value: number): string {
  if (Number.isInteger(value)) return String(value);
  // Only odd multiples of a quarter lie half-way between two tenths in binary.
  const quarters = Math.abs(value) * 4;
  if (!Number.isInteger(quarters) || quarters % 2 === 0) return value.toFixed(1);
  const tenths = Math.floor(Math.abs(value) * 10);
  const even = (tenths % 2 === 0 ? tenths : tenths + 1) / 10;
  return (value < 0 ? -even : even).toFixed(1);
}
