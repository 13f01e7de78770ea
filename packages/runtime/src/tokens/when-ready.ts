import type { MaybePromise } from 'slime-sdk';

/** Goes on with a value at once when it is there, else when its promise is fulfilled. */
export function whenReady<Value, Result>(
  value: MaybePromise<Value>,
  resume: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(resume) : resume(value);
}
