/** One value each for red, green and blue. */
export type ChannelValues = readonly [red: number, green: number, blue: number];

const COLOURS = ['red', 'green', 'blue'] as const;

/**
 * Reads a mean or a deviation as transformers takes it: a number for all three channels, or a list
 * of three. Else what is wrong with it, as the end of a sentence about its key.
 */
export function readChannelValues(value: unknown): ChannelValues | string {
  if (isNumber(value)) return [value, value, value];
  if (!Array.isArray(value)) return `is ${shown(value)}, ${WANTED}`;
  const items: readonly unknown[] = value;
  const wrong = items.findIndex((item) => !isNumber(item));
  if (wrong >= 0) return `has ${shown(items[wrong])} at place ${wrong}, ${WANTED}`;
  const [red, green, blue, ...more] = items;
  if (isNumber(red) && isNumber(green) && isNumber(blue) && more.length === 0) {
    return [red, green, blue];
  }
  return `is a list of ${items.length}, ${WANTED}`;
}

/** The same of a deviation, by which levels are divided. */
export function readDeviations(value: unknown): ChannelValues | string {
  const values = readChannelValues(value);
  if (typeof values === 'string') return values;
  const wrong = values.findIndex((item) => item <= 0);
  if (wrong < 0) return values;
  return `is ${values[wrong]} for ${COLOURS[wrong]}: levels are divided by it, so that it must be above 0`;
}

const WANTED = 'not a number or a list of three, for red, green and blue';

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
