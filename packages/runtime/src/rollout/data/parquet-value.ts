import type { JsonObject, JsonValue } from 'slime-sdk';
import { pictureUri } from './picture-uri.ts';

/** A value of a parquet file that has no JSON form; `path` leads to it. */
export class ParquetValueError extends Error {
  readonly path: readonly PropertyKey[];

  constructor(path: readonly PropertyKey[], message: string) {
    super(message);
    this.path = path;
  }
}

/**
 * Gives a decoded parquet value as JSON: 64-bit integers that a number cannot hold as decimal
 * strings, times in ISO form, pictures as `data:` URIs, other bytes as UTF-8 text.
 *
 * @throws ParquetValueError
 */
export function parquetToJson(value: unknown, path: readonly PropertyKey[]): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  }
  if (typeof value === 'object') return objectToJson(value, path);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const what = typeof value === 'number' ? String(value) : `a ${typeof value}`;
  throw new ParquetValueError(path, `${what} has no JSON form; write null`);
}

function objectToJson(value: object, path: readonly PropertyKey[]): JsonValue {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return pictureUri(value) ?? decodeText(value, path);
  if (Array.isArray(value)) return value.map((item, at) => parquetToJson(item, [...path, at]));
  if (isNumbers(value)) return Array.from(value, (item, at) => parquetToJson(item, [...path, at]));
  const object: JsonObject = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, parquetToJson(item, [...path, key])]),
  );
  return object;
}

function isNumbers(value: object): value is Iterable<number | bigint> {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function decodeText(bytes: Uint8Array, path: readonly PropertyKey[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ParquetValueError(
      path,
      `${bytes.length} bytes that are neither UTF-8 nor a PNG, JPEG, GIF or WebP picture`,
    );
  }
}
