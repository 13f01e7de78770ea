import { chargeItems } from './budget.ts';
import { floatOf, intOf } from './numbers.ts';
import { Range } from './range.ts';
import { TemplateError } from './template-error.ts';
import { Markup, Tuple } from './tuple.ts';

/** To hash and keep an entry takes as long as to copy so many. */
const SET_WEIGHT = 4;

/** A dict that the template built: keys are one when Python's `==` and `hash` say so. */
export class PyDict {
  readonly #entries = new Map<unknown, readonly [key: unknown, value: unknown]>();

  static from(entries: Iterable<readonly [unknown, unknown]>): PyDict {
    const dict = new PyDict();
    for (const [key, value] of entries) dict.set(key, value);
    return dict;
  }

  /**
   * What a key is found by.
   *
   * @throws TemplateError for a list or a dict
   */
  static hash(key: unknown): unknown {
    if (typeof key === 'string') return key;
    const number = intOf(key) ?? floatOf(key);
    if (number !== undefined) return typeof number === 'number' ? number + 0 : number;
    if (key instanceof Tuple) return tupleHash(key);
    if (key instanceof Markup)
      throw new TemplateError('text marked safe as a key is not implemented');
    if (key instanceof Range) throw new TemplateError('a range as a key is not implemented');
    const isHashable = key === null || typeof key !== 'object' || !isUnhashable(key);
    if (isHashable) return key;
    throw new TemplateError('unhashable type: a list or dict cannot be a key');
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: unknown): boolean {
    return this.#entries.has(PyDict.hash(key));
  }

  get(key: unknown): unknown {
    return this.#entries.get(PyDict.hash(key))?.[1];
  }

  /** The first of several equal keys stays. */
  set(key: unknown, value: unknown): void {
    chargeItems(SET_WEIGHT);
    const hash = PyDict.hash(key);
    this.#entries.set(hash, [this.#entries.get(hash)?.[0] ?? key, value]);
  }

  entries(): Iterable<readonly [unknown, unknown]> {
    return this.#entries.values();
  }
}

function isUnhashable(key: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(key);
  return (
    Array.isArray(key) ||
    key instanceof PyDict ||
    key instanceof Map ||
    prototype === Object.prototype ||
    prototype === null
  );
}

/** A lone surrogate in front: no string that a conversation holds begins like this. */
function tupleHash(tuple: Tuple): string {
  const parts = tuple.items.map((item) => {
    const hash = PyDict.hash(item);
    if (typeof hash === 'object' && hash !== null) {
      throw new TemplateError('a tuple with such an item as a key is not implemented');
    }
    const text = String(hash);
    return `${typeof hash === 'bigint' ? 'number' : typeof hash}:${text.length}:${text}`;
  });
  return `\udfff(${parts.join(',')})`;
}
