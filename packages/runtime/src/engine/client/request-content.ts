import { Readable } from 'node:stream';

/** Bytes from which a request is sent piece by piece: below, one copy costs less than three writes. */
const LEAST_PIECEWISE = 65_536;
/** Rooms of one size that are kept: the requests of a moment take and leave them in turn. */
const MOST_KEPT = 64;
const LEAST_ROOM = 4096;

/** A request's body as a connection takes it. */
export interface RequestContent {
  body: Buffer | Readable;
  length: number;
  /** To be called when the reply is whole: by then nothing of the body is on its way. */
  release: () => void;
}

/**
 * Joins the pieces of bodies, in rooms that are used again: a new one for each request would be freed
 * by the garbage collector alone. A long body is sent as it lies there, so that a request in flight
 * holds no second copy of a long prompt.
 */
export class RequestContents {
  /** Free rooms by their size, a power of two. */
  readonly #rooms = new Map<number, Buffer[]>();

  of(pieces: readonly Uint8Array[]): RequestContent {
    let length = 0;
    for (const piece of pieces) length += piece.byteLength;
    if (length >= LEAST_PIECEWISE) return { body: readable(pieces), length, release: () => {} };
    const size = Math.max(LEAST_ROOM, 2 ** Math.ceil(Math.log2(length + 1)));
    const free = this.#freeOf(size);
    const room = free.pop() ?? Buffer.allocUnsafeSlow(size);
    let at = 0;
    for (const piece of pieces) {
      room.set(piece, at);
      at += piece.byteLength;
    }
    const release = (): void => {
      if (free.length < MOST_KEPT) free.push(room);
    };
    return { body: room.subarray(0, length), length, release };
  }

  #freeOf(size: number): Buffer[] {
    const known = this.#rooms.get(size);
    if (known !== undefined) return known;
    const free: Buffer[] = [];
    this.#rooms.set(size, free);
    return free;
  }
}

function readable(pieces: readonly Uint8Array[]): Readable {
  return new Readable({
    read() {
      for (const piece of pieces) this.push(piece);
      this.push(null);
    },
  });
}
