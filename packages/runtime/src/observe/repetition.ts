import { deflateSync } from 'node:zlib';

const WINDOW = 10_000;
const LIMIT = 10;

/**
 * Whether a response repeats itself: longer than 10,000 characters, the last 10,000 of which zlib
 * makes more than ten times shorter. slime's `has_repetition`; characters are code points.
 *
 * Takes about a millisecond, and only for responses of that length.
 */
export function hasRepetition(text: string): boolean {
  if (text.length <= WINDOW) return false;
  // A code point takes two units at most: twice the window and one more surely hold the window.
  const tail = Array.from(text.slice(-2 * WINDOW - 1));
  if (tail.length <= WINDOW) return false;
  const bytes = Buffer.from(tail.slice(-WINDOW).join(''));
  return bytes.length / deflateSync(bytes, { level: 9 }).length > LIMIT;
}
