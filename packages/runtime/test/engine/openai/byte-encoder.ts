import type { Encoder } from 'slime-sdk';

/** Id that ends a turn. */
export const STOP_ID = 256;

/** An encoder whose ids are the bytes of the text. */
export const byteEncoder: Encoder = {
  stopIds: new Set([STOP_ID]),
  vocabSize: 257,
  template: { name: 'bytes', appendOnly: true, rewrites: [] },
  encodeText: (text) => Int32Array.from(Buffer.from(text)),
  decode: (ids) => Buffer.from(Array.from(ids)).toString(),
  encodePrompt: unused,
  encodeBridge: unused,
  render: unused,
};

function unused(): never {
  throw new Error('not used by a chat endpoint');
}
