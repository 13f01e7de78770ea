import type { Encoder } from 'slime-sdk';
import { tryEncoder } from './template-attempt.ts';

/** A grey picture of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCB' +
  'd81ytgAAAABJRU5ErkJggg==';

const known = new WeakMap<Encoder, Promise<boolean>>();

/** Whether pictures can be decoded here: the package sharp is installed. */
export function readsPictures(encoder: Encoder): Promise<boolean> {
  let reads = known.get(encoder);
  if (reads === undefined) {
    reads = probe(encoder);
    known.set(encoder, reads);
  }
  return reads;
}

async function probe(encoder: Encoder): Promise<boolean> {
  const picture = { type: 'image', image: PIXEL } as const;
  const tried = await tryEncoder(() =>
    encoder.encodePrompt([{ role: 'user', content: [picture] }], {}),
  );
  // A checkpoint without pictures refuses them for another reason, which is the env's concern.
  return tried.ok || !tried.reason.includes('sharp');
}
