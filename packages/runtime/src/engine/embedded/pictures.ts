import type { Encoder, ImageSource } from 'slime-sdk';
import { RequestError } from './request-error.ts';
import { isGiven } from './single-request.ts';

const placeholder = /<\|vision_start\|>(?:<\|image_pad\|>)+<\|vision_end\|>/g;
const oneSlot = '<|vision_start|><|image_pad|><|vision_end|>';

/** Pictures of one prompt, as the encoder takes them; null entries are left out. */
export function readPictures(value: unknown): ImageSource[] {
  const items: unknown[] = Array.isArray(value) ? value.flat(Infinity) : [value];
  return items.filter(isGiven).map((item) => {
    if (typeof item !== 'string') {
      throw new RequestError('internal', 'a picture is a data: URI or base64');
    }
    // Files and URLs that SGLang would load are not for a stand-in to open.
    return item.startsWith('data:') ? item : Buffer.from(item, 'base64');
  });
}

/**
 * Encodes a prompt with pictures as SGLang's Qwen-VL path does: runs of pads become one
 * placeholder each and are expanded again from the pictures; pictures beyond the placeholders are
 * dropped.
 *
 * @throws RequestError of kind `internal` when a picture cannot be read or is missing: HTTP 500.
 */
export async function encodeWithPictures(
  encoder: Encoder,
  prompt: string,
  pictures: readonly ImageSource[],
): Promise<number[]> {
  const text = prompt.replaceAll(placeholder, oneSlot);
  const slots = text.split(oneSlot).length - 1;
  if (slots > pictures.length) {
    throw new RequestError('internal', `${slots} placeholders for ${pictures.length} pictures`);
  }
  try {
    const encoded = await encoder.encodePrompt(text, { images: pictures.slice(0, slots) });
    return Array.from(encoded.ids);
  } catch (error) {
    throw new RequestError('internal', `pictures: ${String(error)}`);
  }
}
