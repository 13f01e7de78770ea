import type { Encoded, Encoder } from 'slime-sdk';

/** Markers and merges behind the 256 bytes. */
const pieces = [
  '<|im_start|>',
  '<|im_end|>',
  '<|endoftext|>',
  '<|vision_start|>',
  '<|vision_end|>',
  '<|image_pad|>',
  '<think>',
  'he',
  'll',
  ' the',
];
const specials = pieces.slice(0, 7);

export const IM_START = 256;
export const IM_END = 257;
export const IMAGE_PAD = 261;

/** Pads that every picture takes. */
export const PADS_OF_PICTURE = 4;

const specialPattern =
  /(<\|im_start\|>|<\|im_end\|>|<\|endoftext\|>|<\|vision_start\|>|<\|vision_end\|>|<\|image_pad\|>|<think>)/;

function encodePlain(text: string): number[] {
  const ids: number[] = [];
  for (let at = 0; at < text.length;) {
    const merge = ['he', 'll', ' the'].find((piece) => text.startsWith(piece, at));
    if (merge !== undefined) {
      ids.push(256 + pieces.indexOf(merge));
      at += merge.length;
    } else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      ids.push(...Buffer.from(character));
      at += character.length;
    }
  }
  return ids;
}

function encode(text: string, special: boolean): number[] {
  if (!special) return encodePlain(text);
  return text
    .split(specialPattern)
    .flatMap((part) =>
      specials.includes(part) ? [256 + pieces.indexOf(part)] : encodePlain(part),
    );
}

/** A byte-level encoder with a few markers and merges; `asynchronous` gives promises. */
export function byteEncoder({ asynchronous = false } = {}): Encoder {
  const decode = (ids: readonly number[] | Int32Array, skip: boolean): string => {
    const bytes: Buffer[] = [];
    for (const id of ids) {
      const piece = pieces[id - 256];
      if (id < 256) bytes.push(Buffer.of(id));
      else if (piece !== undefined && !(skip && specials.includes(piece))) {
        bytes.push(Buffer.from(piece));
      }
    }
    return Buffer.concat(bytes).toString('utf8');
  };
  return {
    stopIds: new Set([IM_END, IM_END + 1]),
    vocabSize: 256 + pieces.length,
    template: { name: 'bytes', appendOnly: true, rewrites: [] },
    encodePrompt: (prompt, { images = [] }): Encoded => {
      if (typeof prompt !== 'string') throw new TypeError('text only');
      if (images.some((image) => image === 'data:broken')) throw new Error('no picture');
      const ids = encode(prompt, true).flatMap((id) =>
        id === IMAGE_PAD ? Array.from({ length: PADS_OF_PICTURE }, () => id) : [id],
      );
      return { ids: Int32Array.from(ids), images: [] };
    },
    encodeBridge: () => {
      throw new Error('not used');
    },
    encodeText: (text, { specials: special }) => Int32Array.from(encode(text, special)),
    decode: (ids, { skipSpecialTokens }) => {
      const text = decode(ids, skipSpecialTokens);
      return asynchronous ? Promise.resolve(text) : text;
    },
    render: () => {
      throw new Error('not used');
    },
  };
}
