import { compareTexts, pairText } from '../python/hashable-text.ts';
import { copyValue, type PyDict } from '../python/value.ts';

/** Parts the pairs of a tuple's text. */
const SEPARATOR = ', ';

/** The text of all records in the order of their keys, and where each of them ends. */
interface HashedRecords {
  readonly keys: readonly string[];
  readonly bytes: Buffer;
  readonly ends: readonly number[];
}

/** The records of a loaded database: shared by all worlds, written by none. */
export class BaseTable<Row extends PyDict> {
  readonly records: ReadonlyMap<string, Row>;
  #hashed: HashedRecords | undefined;

  constructor(records: ReadonlyMap<string, Row>) {
    this.records = records;
  }

  /** Made at the first hash, and kept. */
  get hashed(): HashedRecords {
    this.#hashed ??= this.#hash();
    return this.#hashed;
  }

  #hash(): HashedRecords {
    const keys = [...this.records.keys()].toSorted(compareTexts);
    const ends: number[] = [];
    const chunks: Buffer[] = [];
    let length = 0;
    for (const key of keys) {
      const record = this.records.get(key);
      if (record === undefined) continue;
      const chunk = Buffer.from(`${length === 0 ? '' : SEPARATOR}${pairText(key, record)}`);
      length += chunk.length;
      chunks.push(chunk);
      ends.push(length);
    }
    return { keys, bytes: Buffer.concat(chunks), ends };
  }
}

/**
 * A table of one world: the shared records, and over them copies of those that this world changed.
 *
 * Making one, and forking one, costs the changed records' references and nothing else.
 */
export class Table<Row extends PyDict> {
  readonly #base: BaseTable<Row>;
  /** Changed before the last fork: other worlds may hold them, too. */
  #frozen: ReadonlyMap<string, Row>;
  /** Changed since: held by this world alone. */
  #own = new Map<string, Row>();

  constructor(base: BaseTable<Row>, frozen: ReadonlyMap<string, Row> = new Map()) {
    this.#base = base;
    this.#frozen = frozen;
  }

  /** A record to read. */
  get(key: string): Row | undefined {
    return this.#own.get(key) ?? this.#frozen.get(key) ?? this.#base.records.get(key);
  }

  /** A record to change: this world's own copy, made when it is first asked for. */
  edit(key: string): Row | undefined {
    const own = this.#own.get(key);
    if (own !== undefined) return own;
    const shared = this.#frozen.get(key) ?? this.#base.records.get(key);
    if (shared === undefined) return undefined;
    const copy = copyValue(shared);
    this.#own.set(key, copy);
    return copy;
  }

  /** Puts a record in: a new one stands last. */
  set(key: string, record: Row): void {
    this.#own.set(key, record);
  }

  /** All records, in the database's order, new ones last. */
  *entries(): Generator<[string, Row]> {
    const changes = this.changes();
    for (const [key, record] of this.#base.records) yield [key, changes.get(key) ?? record];
    for (const [key, record] of changes) if (!this.#base.records.has(key)) yield [key, record];
  }

  /** The records that differ from the database's, or were edited and may. */
  changes(): ReadonlyMap<string, Row> {
    if (this.#own.size === 0) return this.#frozen;
    if (this.#frozen.size === 0) return this.#own;
    return new Map([...this.#frozen, ...this.#own]);
  }

  /** A table with the same records, whose changes and this one's stay apart from now on. */
  fork(): Table<Row> {
    this.#frozen = this.changes();
    this.#own = new Map();
    return new Table(this.#base, this.#frozen);
  }

  /** Whether both stand on the same loaded records. */
  sharesBase(other: Table<Row>): boolean {
    return this.#base === other.#base;
  }

  /**
   * The text of the table's records as one tuple of pairs, in pieces: unchanged runs of records are
   * slices of a text that all worlds share.
   */
  *hashPieces(): Generator<string | Buffer> {
    const { keys, bytes, ends } = this.#base.hashed;
    const changes = this.changes();
    const changed = [...changes.keys()].toSorted(compareTexts);
    let count = 0;
    let next = 0;
    yield '(';
    for (const key of changed) {
      const at = lowerBound(keys, key, next);
      if (at > next) {
        if (count > 0) yield SEPARATOR;
        yield sliceOf(bytes, ends, next, at);
        count += at - next;
      }
      const record = changes.get(key);
      if (record !== undefined) yield `${count === 0 ? '' : SEPARATOR}${pairText(key, record)}`;
      count += 1;
      next = keys[at] === key ? at + 1 : at;
    }
    if (keys.length > next) {
      if (count > 0) yield SEPARATOR;
      yield sliceOf(bytes, ends, next, keys.length);
      count += keys.length - next;
    }
    yield count === 1 ? ',)' : ')';
  }
}

/** The first place from `from` on whose key is not before `key`. */
function lowerBound(keys: readonly string[], key: string, from: number): number {
  let [low, high] = [from, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareTexts(keys[middle] ?? '', key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Records `from` to `to` of a text of all, without what parts them from the one before. */
function sliceOf(bytes: Buffer, ends: readonly number[], from: number, to: number): Buffer {
  const start = from === 0 ? 0 : (ends[from - 1] ?? 0) + SEPARATOR.length;
  return bytes.subarray(start, ends[to - 1]);
}
