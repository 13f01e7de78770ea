import type { JsonValue } from 'slime-sdk';
import type { Picker } from './picks.ts';

/** Names of things: a digit or a sign in them, and no blank. */
const NAME = /^(?=\S*[\d_#@/-])\S{1,100}$/;

/**
 * Values that were seen, for a schema to find the ones of its type. `focus` decides which of them
 * is the favourite: the same in every turn of an episode, so that several calls are about one thing.
 */
export class Hints {
  /** The newest last. */
  readonly all: readonly JsonValue[];
  readonly strings: readonly string[];
  readonly numbers: readonly number[];
  readonly #focus: number;

  constructor(values: readonly JsonValue[], focus = 0) {
    this.all = values;
    this.strings = values.filter((value) => typeof value === 'string');
    this.numbers = values.filter((value) => typeof value === 'number');
    this.#focus = focus;
  }

  /**
   * One of the values, which are some of these: the favourite, the newest, or any of them, the newer
   * ones more often; names of things more often than words. Undefined without any.
   */
  pick<T extends string | number>(values: readonly T[], picker: Picker): T | undefined {
    const way = picker.below(8);
    if (way >= 6) return values.at(-1);
    const names = values.filter((value) => typeof value === 'number' || NAME.test(value));
    const some = names.length > 0 && way % 2 === 0 ? names : values;
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

/** FNV-1a over UTF-16 units, stirred so that the last of them counts as well. */
function hash(text: string, seed: number): number {
  let state = (2166136261 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 16777619) >>> 0;
  }
  state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) >>> 0;
  return (state ^ (state >>> 13)) >>> 0;
}
