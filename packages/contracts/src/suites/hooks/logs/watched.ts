/** A value that notes when it is used as a number or a text. */
export interface Watched<T extends object> {
  value: T;
  /** Whether it was. */
  readonly coerced: boolean;
}

/** Watches an object that no log has a reason to make a text or a number of. */
export function watch<T extends object>(object: T): Watched<T> {
  let coerced = false;
  const value = new Proxy(object, {
    get(target, key, receiver): unknown {
      if (key === Symbol.toPrimitive) coerced = true;
      return Reflect.get(target, key, receiver);
    },
  });
  return {
    value,
    get coerced() {
      return coerced;
    },
  };
}
