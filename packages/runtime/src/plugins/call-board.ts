import type { CallFacts } from './plugin-failure.ts';

/** Milliseconds between two beats of the watched loop, and between two looks at it. */
export const BEAT_MS = 250;

const SLOTS = 4096;
const SLOT_INTS = 6;
const NAMES = 256;
const NAME_BYTES = 128;

// Positions in the header.
const BEATS = 0;
const CURRENT = 1;
const HEADER_INTS = 4;

// Positions in a slot; one that is free has 0 in the first.
const PLUGIN = 0;
const CALL = 1;
const INDEX = 2;
const TURN = 3;
const BOUND_MS = 4;

const CALLS = [
  'buildEnv',
  'reset',
  'step',
  'formatObservation',
  'snapshot',
  'restore',
  'metrics',
  'close',
  'reward',
  'generate',
  'load',
] as const satisfies readonly CallFacts['where'][];

/** A call as the board shows it. */
export interface BoardCall extends CallFacts {
  boundMs: number;
}

/**
 * The calls of plugins that are under way, in memory that two threads share. Writing one costs a
 * few stores; 4,096 fit, and further ones are left out.
 */
export class CallBoard {
  readonly buffer: SharedArrayBuffer;
  readonly #ints: Int32Array;
  readonly #text: Uint8Array;
  readonly #free: number[] = [];
  readonly #names = new Map<string, number>();

  constructor(buffer?: SharedArrayBuffer) {
    const intBytes = 4 * (HEADER_INTS + SLOTS * SLOT_INTS);
    this.buffer = buffer ?? new SharedArrayBuffer(intBytes + NAMES * NAME_BYTES);
    this.#ints = new Int32Array(this.buffer, 0, intBytes / 4);
    this.#text = new Uint8Array(this.buffer, intBytes);
    for (let slot = SLOTS - 1; slot >= 0; slot -= 1) this.#free.push(slot);
  }

  /** Counted up by the watched loop. */
  get beats(): number {
    return Atomics.load(this.#ints, BEATS);
  }

  beat(): void {
    Atomics.add(this.#ints, BEATS, 1);
  }

  /** Sleeps; only for the watching thread. */
  sleep(ms: number): void {
    Atomics.wait(this.#ints, HEADER_INTS - 1, 0, ms);
  }

  /** Notes a call whose function is now on the stack; -1 when the board is full. */
  begin(plugin: string, facts: CallFacts, seconds: number): number {
    const slot = this.#free.pop();
    if (slot === undefined) return -1;
    const at = HEADER_INTS + slot * SLOT_INTS;
    this.#ints[at + CALL] = CALLS.indexOf(facts.where);
    this.#ints[at + INDEX] = facts.index ?? -1;
    this.#ints[at + TURN] = facts.turn ?? -1;
    this.#ints[at + BOUND_MS] = Math.min(seconds * 1000, 2 ** 31 - 1);
    this.#ints[at + PLUGIN] = this.#nameId(plugin);
    Atomics.store(this.#ints, CURRENT, slot + 1);
    return slot;
  }

  /** The function of the current call returned. */
  returned(): void {
    Atomics.store(this.#ints, CURRENT, 0);
  }

  /** The call is over. */
  end(slot: number): void {
    if (slot < 0) return;
    this.#ints[HEADER_INTS + slot * SLOT_INTS + PLUGIN] = 0;
    this.#free.push(slot);
  }

  /** The call on the stack; null when there is none. */
  current(): BoardCall | null {
    const slot = Atomics.load(this.#ints, CURRENT) - 1;
    return slot < 0 ? null : this.#read(slot);
  }

  /** Every call under way. */
  calls(): BoardCall[] {
    return Array.from({ length: SLOTS }, (_, slot) => this.#read(slot)).filter(
      (call) => call !== null,
    );
  }

  #read(slot: number): BoardCall | null {
    const at = HEADER_INTS + slot * SLOT_INTS;
    const [name = 0, call = 0, index = -1, turn = -1, boundMs = 0] = this.#ints.subarray(at);
    if (name === 0) return null;
    return {
      plugin: this.#nameOf(name - 1),
      where: CALLS[call] ?? 'step',
      index: index < 0 ? null : index,
      turn: turn < 0 ? null : turn,
      boundMs,
    };
  }

  #nameId(name: string): number {
    let id = this.#names.get(name);
    if (id === undefined) {
      id = Math.min(this.#names.size, NAMES - 1) + 1;
      this.#names.set(name, id);
      const bytes = new TextEncoder().encode(name).subarray(0, NAME_BYTES);
      this.#text.fill(0, (id - 1) * NAME_BYTES, id * NAME_BYTES);
      this.#text.set(bytes, (id - 1) * NAME_BYTES);
    }
    return id;
  }

  #nameOf(at: number): string {
    const bytes = this.#text.slice(at * NAME_BYTES, (at + 1) * NAME_BYTES);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  }
}
