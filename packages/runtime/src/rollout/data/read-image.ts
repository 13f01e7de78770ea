import { formatPath, type JsonObject, type JsonValue, type Part } from 'slime-sdk';
import { base64PictureUri } from './picture-uri.ts';
import { kindOf, rowError, type RowPlace } from './row-error.ts';

/** A part that shows a picture by path or `data:` URI. */
export type ImagePart = Extract<Part, { type: 'image' }> & { image: string };

type Path = readonly PropertyKey[];

const KEYS = new Set(['type', 'image', 'path', 'bytes', 'min_pixels', 'max_pixels']);

/**
 * Reads one picture of a row: a path as given, a `data:` URI, a picture in base64, or an object
 * `{ image }`, `{ path }`, `{ bytes }` with pixel bounds. Bytes win over a path, which names where
 * they came from.
 *
 * @throws DataError for URLs (they are not fetched), video and audio.
 */
export function readImageItem(value: JsonValue, path: Path, place: RowPlace): ImagePart {
  if (typeof value === 'string') return { type: 'image', image: readSource(value, path, place) };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw rowError(
      place,
      `${formatPath(path)}: a picture is a path, a data: URI or an object, not ${kindOf(value)}`,
    );
  }
  const type = value['type'] ?? 'image';
  if (type !== 'image') {
    const reason =
      type === 'video' || type === 'audio'
        ? 'is not supported; take the row out'
        : 'is unknown; a part is text or image';
    throw rowError(place, `${formatPath([...path, 'type'])}: ${JSON.stringify(type)} ${reason}`);
  }
  const other = Object.keys(value).find((key) => !KEYS.has(key) && value[key] !== null);
  if (other !== undefined) {
    throw rowError(
      place,
      `${formatPath([...path, other])}: unknown key of a picture; known are ${[...KEYS].join(', ')}`,
    );
  }
  const bytes = value['bytes'] ?? null;
  const source = bytes ?? value['image'] ?? value['path'];
  if (typeof source !== 'string') {
    throw rowError(place, `${formatPath(path)}: the picture has neither image, path nor bytes`);
  }
  if (bytes !== null && !isPicture(source)) {
    throw rowError(
      place,
      `${formatPath([...path, 'bytes'])}: must be a PNG, JPEG, GIF or WebP picture in base64`,
    );
  }
  return {
    type: 'image',
    image: readSource(source, path, place),
    ...readBounds(value, path, place),
  };
}

function isPicture(text: string): boolean {
  return text.startsWith('data:image/') || base64PictureUri(text) !== undefined;
}

function readSource(text: string, path: Path, place: RowPlace): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    throw rowError(
      place,
      `${formatPath(path)}: ${text.slice(0, 80)} is not fetched; ` +
        'save the picture beside the data file and name its path',
    );
  }
  if (text === '') throw rowError(place, `${formatPath(path)}: the path of the picture is empty`);
  return base64PictureUri(text) ?? text;
}

function readBounds(
  value: JsonObject,
  path: Path,
  place: RowPlace,
): Pick<ImagePart, 'min_pixels' | 'max_pixels'> {
  const bounds: Pick<ImagePart, 'min_pixels' | 'max_pixels'> = {};
  for (const key of ['min_pixels', 'max_pixels'] as const) {
    const bound = value[key] ?? undefined;
    if (bound === undefined) continue;
    if (typeof bound !== 'number' || !Number.isInteger(bound) || bound <= 0) {
      throw rowError(
        place,
        `${formatPath([...path, key])}: must be a positive integer, not ${JSON.stringify(bound)}`,
      );
    }
    bounds[key] = bound;
  }
  return bounds;
}
