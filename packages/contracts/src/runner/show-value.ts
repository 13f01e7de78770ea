import { inspect } from 'node:util';
import { describeThrown } from 'slime-runtime/hosting';

const MOST_CHARACTERS = 20_000;

/**
 * Shows a value as text: plain data as JSON, so that it can be pasted into code; what JSON has no
 * words for (undefined, NaN, functions, cycles) as Node.js inspects it. Long texts lose their middle.
 */
export function showValue(value: unknown): string {
  try {
    return cutMiddle(isPlain(value) ? (JSON.stringify(value, null, 2) ?? '') : inspectValue(value));
  } catch (thrown) {
    // A proxy or a getter of the plugin's.
    return `a value that cannot be shown: it ${describeThrown(thrown)}`;
  }
}

function inspectValue(value: unknown): string {
  return inspect(value, {
    depth: 6,
    customInspect: false,
    maxArrayLength: 50,
    maxStringLength: 2000,
    breakLength: 100,
  });
}

/** Cuts the middle out of a text that is longer than a person reads. */
export function cutMiddle(text: string, most = MOST_CHARACTERS): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, '');
  return `${start}… (${text.length - start.length - end.length} characters left out) …${end}`;
}

/** Whether JSON says all of it; stops early where it is large. */
function isPlain(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth > 40) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  if ('toJSON' in value) return false;
  return Object.values(value).every((item) => isPlain(item, depth + 1));
}
