import { DataError, type Encoded, type EncodedImage } from 'slime-sdk';
import type { Picture } from './picture-reader.ts';

/**
 * Puts each picture's tokens in the place of its placeholder.
 *
 * @param ids a prompt or an observation with one `padId` for each picture
 * @throws DataError when placeholders and pictures are not as many
 */
export function expandImages(
  ids: Int32Array,
  padId: number,
  pictures: readonly Picture[],
): Encoded {
  const places: number[] = [];
  for (let at = ids.indexOf(padId); at >= 0; at = ids.indexOf(padId, at + 1)) places.push(at);
  if (places.length !== pictures.length) {
    throw new DataError(
      `${places.length} picture placeholders in the text, ${pictures.length} pictures with it`,
      { data: { placeholders: places.length, pictures: pictures.length } },
    );
  }
  if (pictures.length === 0) return { ids, images: [] };
  const added = pictures.reduce((total, { tokens }) => total + tokens - 1, 0);
  const expanded = new Int32Array(ids.length + added);
  const images: EncodedImage[] = [];
  let from = 0;
  let to = 0;
  for (const [index, place] of places.entries()) {
    const picture = pictures[index];
    if (picture === undefined) break;
    expanded.set(ids.subarray(from, place), to);
    to += place - from;
    images.push({ ...picture, offset: to });
    expanded.fill(padId, to, to + picture.tokens);
    to += picture.tokens;
    from = place + 1;
  }
  expanded.set(ids.subarray(from), to);
  return { ids: expanded, images };
}
