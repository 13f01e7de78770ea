import { showValue } from '../client/show-value.ts';
import { badReply } from '../client/try-fault.ts';

/**
 * Reads 32-bit integers: a JSON list, or base64 of little-endian bytes.
 *
 * @throws TryFault with the given reason.
 */
export function readInts(value: unknown, path: string, reason: string): Int32Array {
  if (typeof value === 'string') {
    // A copy: small buffers share their memory with others.
    const packed = new Int32Array(...readPacked(value, path, reason)).slice();
    for (let index = 0; index < packed.length; index += 1) {
      if ((packed[index] ?? 0) < 0) {
        throw badReply(reason, `${path}[${index}]`, `${packed[index]} is no id`);
      }
    }
    return packed;
  }
  if (!Array.isArray(value)) throw badReply(reason, path, 'expected a list or base64');
  const list: readonly unknown[] = value;
  const ids = new Int32Array(list.length);
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    if (!isId(item)) throw badReply(reason, `${path}[${index}]`, `${showValue(item)} is no id`);
    ids[index] = item;
  }
  return ids;
}

/** Whether a value is a token id: an integer of 31 bits. */
export function isId(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && (value | 0) === value;
}

/** Where the bytes of base64 lie, as any array of 32-bit values takes it; to be read at once. */
export function readPacked(
  text: string,
  path: string,
  reason: string,
): [buffer: ArrayBuffer, byteOffset: number, length: number] {
  const bytes = Buffer.from(text, 'base64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  const expected = Math.floor((digits * 3) / 4);
  // Buffer.from skips what is no base64 without a word; no text has one digit more than its bytes.
  if (digits % 4 === 1 || bytes.length !== expected || bytes.length % 4 !== 0) {
    throw badReply(reason, path, `${bytes.length} bytes of base64 are no 32-bit values`);
  }
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  return [buffer, byteOffset, bytes.length / 4];
}
