/** A value, or a promise of it: plugins may be synchronous or asynchronous. */
export type MaybePromise<T> = T | Promise<T>;
