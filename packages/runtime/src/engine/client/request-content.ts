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
  /** To be called when the reply is whole. Where there is none, nothing needs to be done. */
  release: () => void;
}

/** Rooms of one size that no request uses. */
interface Rooms {
  free: Buffer[];
  /** Of requests that were answered: a server may answer before it has read what it was sent. */
  answered: Buffer[];
}

/**
 * Joins the pieces of bodies, in rooms that are used again: a new one for each request would be freed
 * by the garbage collector alone. A long body is sent as it lies there, so that a request in flight
 * holds no second copy of a long prompt.
 */
export class RequestContents {
  readonly #haveSentAll: () => boolean;
  /** By the size of a room, a power of two. */
  readonly #rooms = new Map<number, Rooms>();

  /** @param haveSentAll whether nothing of any body is on its way that a connection has taken */
  constructor(haveSentAll: () => boolean) {
    this.#haveSentAll = haveSentAll;
  }

  of(pieces: readonly Uint8Array[]): RequestContent {
    let length = 0;
    for (const piece of pieces) length += piece.byteLength;
    if (length >= LEAST_PIECEWISE) return { body: readable(pieces), length, release: () => {} };
    const size = Math.max(LEAST_ROOM, 2 ** Math.ceil(Math.log2(length + 1)));
    const rooms = this.#roomsOf(size);
    const room = this.#take(rooms) ?? Buffer.allocUnsafeSlow(size);
    let at = 0;
    for (const piece of pieces) {
      room.set(piece, at);
      at += piece.byteLength;
    }
    const release = (): void => {
      if (rooms.answered.length < MOST_KEPT) rooms.answered.push(room);
    };
    return { body: room.subarray(0, length), length, release };
  }

  /** Looks at the connections once for all rooms that were answered. */
  #take(rooms: Rooms): Buffer | undefined {
    if (rooms.free.length === 0 && rooms.answered.length > 0 && this.#haveSentAll()) {
      rooms.free = rooms.answered;
      rooms.answered = [];
    }
    return rooms.free.pop();
  }

  #roomsOf(size: number): Rooms {
    const known = this.#rooms.get(size);
    if (known !== undefined) return known;
    const rooms: Rooms = { free: [], answered: [] };
    this.#rooms.set(size, rooms);
    return rooms;
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
