import { Readable } from 'node:stream';

/** Bytes from which a request is sent piece by piece: below, one copy costs less than three writes. */
const LEAST_PIECEWISE = 65_536;

/** A request's body as a connection takes it. */
export interface RequestContent {
  body: Buffer | Readable;
  length: number;
}

/**
 * Joins the pieces of a body. A long one is sent as it lies there, so that a request in flight holds
 * no second copy of a long prompt.
 */
export function requestContent(pieces: readonly Uint8Array[]): RequestContent {
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  if (length < LEAST_PIECEWISE) return { body: Buffer.concat(pieces), length };
  const body = new Readable({
    read() {
      for (const piece of pieces) this.push(piece);
      this.push(null);
    },
  });
  return { body, length };
}
