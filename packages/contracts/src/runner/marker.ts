import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';

const NAME_BYTES = 64;
const BYTES = 12 + NAME_BYTES;

/** Where a suite is: written before each call of the plugin, read when the process is gone. */
export interface Mark {
  /** Counts up with each call. */
  call: number;
  /** Number of the case in the check, from 0. */
  case: number;
  /** The case is a step of shrinking. */
  isShrinking: boolean;
  /** Name of the call: `step of turn 2`; empty where no call of the plugin runs. */
  where: string;
}

/**
 * Writes where a suite is into a file. A write costs one system call, and it is on record however
 * the process ends: a loop, an exit, a crash.
 */
export class MarkerWriter {
  readonly #bytes = Buffer.alloc(BYTES);
  readonly #descriptor: number;
  #call = 0;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'w');
  }

  write(mark: Omit<Mark, 'call'>): void {
    this.#call += 1;
    this.#bytes.writeUInt32LE(this.#call, 0);
    this.#bytes.writeUInt32LE(mark.case, 4);
    this.#bytes.writeUInt8(mark.isShrinking ? 1 : 0, 8);
    const length = this.#bytes.write(mark.where, 12, NAME_BYTES, 'utf8');
    this.#bytes.writeUInt8(length, 9);
    writeSync(this.#descriptor, this.#bytes, 0, 12 + length, 0);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Reads the last mark; null before the first. */
export function readMark(file: string): Mark | null {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (bytes.length < 12) return null;
  return {
    call: bytes.readUInt32LE(0),
    case: bytes.readUInt32LE(4),
    isShrinking: bytes.readUInt8(8) === 1,
    where: bytes.toString('utf8', 12, 12 + bytes.readUInt8(9)),
  };
}
