import type { JsonValue } from 'slime-sdk';
import type { Picker } from './picks.ts';

/** Names of things: a digit or a sign in them, and no blank. */
const THING = /^(?=\S*[\d_#@/-])\S{1,100}$/;

/** Which of the values that were seen may be drawn. */
export interface HintQuery<T> {
  /** What the schema allows. */
  fits: (value: T) => boolean;
  /** Key that the value is for; values that were seen under it are preferred. */
  key: string | undefined;
}

/**
 * Values that were seen, for a schema to find the ones of its type. `focus` decides which of them
 * is the favourite: the same in every turn of an episode, so that several calls are about one thing.
 */
export class Hints {
  /** The newest last; an object of one key is a value that was seen under this key. */
  readonly all: readonly JsonValue[];
  readonly #strings: readonly string[];
  readonly #numbers: readonly number[];
  readonly #named = new Map<string, JsonValue[]>();
  readonly #focus: number;

  constructor(values: readonly JsonValue[], focus = 0) {
    this.all = values;
    this.#strings = values.filter((value) => typeof value === 'string');
    this.#numbers = values.filter((value) => typeof value === 'number');
    this.#focus = focus;
    for (const value of values) this.#addNamed(value);
  }

  /** A string that was seen; undefined where none fits. */
  pickString(query: HintQuery<string>, picker: Picker): string | undefined {
    const own = this.#under(query.key).filter((value) => typeof value === 'string');
    return this.#pick(this.#strings, own, query.fits, picker);
  }

  /** A number that was seen; undefined where none fits. */
  pickNumber(query: HintQuery<number>, picker: Picker): number | undefined {
    const own = this.#under(query.key).filter((value) => typeof value === 'number');
    return this.#pick(this.#numbers, own, query.fits, picker);
  }

  #addNamed(value: JsonValue): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const [first, ...more] = Object.entries(value);
    if (first === undefined || more.length > 0) return;
    const key = plainKey(first[0]);
    const known = this.#named.get(key) ?? [];
    known.push(first[1]);
    this.#named.set(key, known);
  }

  /** Values seen under a key or one like it: for `order_id` under `order_ids`, `orders`, `id`. */
  #under(key: string | undefined): readonly JsonValue[] {
    if (key === undefined || this.#named.size === 0) return [];
    const plain = plainKey(key);
    const one = plain.replace(/s$/, '');
    const thing = one.replace(/_(?:id|name|number|code)$/, '');
    const end = one.slice(one.lastIndexOf('_') + 1);
    for (const names of [[plain], [one, `${one}s`], [thing, `${thing}s`], [end, `${end}s`]]) {
      const known = names.flatMap((name) => this.#named.get(name) ?? []);
      if (known.length > 0) return known;
    }
    return [...this.#named].flatMap(([name, values]) => (name.endsWith(`_${plain}`) ? values : []));
  }

  /**
   * The favourite, the newest, or any that fits, the newer ones more often; what was seen under the
   * key before all else, names of things before words.
   */
  #pick<T extends string | number>(
    values: readonly T[],
    own: readonly T[],
    fits: (value: T) => boolean,
    picker: Picker,
  ): T | undefined {
    const way = picker.below(8);
    const fittingOwn = picker.chance(70) ? own.filter(fits) : [];
    const fitting = fittingOwn.length > 0 ? fittingOwn : values.filter(fits);
    if (way >= 6) return fitting.at(-1);
    const things = fitting.filter((value) => typeof value === 'number' || THING.test(value));
    const some = things.length > 0 && way % 2 === 0 ? things : fitting;
    return way < 3 ? this.#favourite(some) : pickRecent(some, picker);
  }

  /** Stays the same while values are added, unless one is liked more. */
  #favourite<T extends string | number>(values: readonly T[]): T | undefined {
    let favourite: T | undefined;
    let most = -1;
    for (const value of values) {
      const liking = hash(String(value), this.#focus);
      if (liking > most) {
        most = liking;
        favourite = value;
      }
    }
    return favourite;
  }
}

/** One of the values, the last more often than the first; undefined without any. */
export function pickRecent<T>(values: readonly T[], picker: Picker): T | undefined {
  const back = Math.min(picker.below(values.length), picker.below(values.length));
  return values[values.length - 1 - back];
}

/** `orderId` and `Order-ID` as `order_id`; other alphabets as they are. */
function plainKey(key: string): string {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[\s-]/g, '_')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** FNV-1a over UTF-16 units, stirred so that the last of them counts as well. */
function hash(text: string, seed: number): number {
  let state = (2166136261 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 16777619) >>> 0;
  }
  state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
}
