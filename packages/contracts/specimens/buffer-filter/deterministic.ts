import type { BufferFilter } from 'slime-sdk';

/** Takes the oldest groups first. */
export const correct: BufferFilter = (_args, _rolloutId, buffer, count) => buffer.splice(0, count);

let calls = 0;

/** From the one end and from the other, in turn. */
export const broken: BufferFilter = (_args, _rolloutId, buffer, count) => {
  calls += 1;
  return buffer.splice(calls % 2 === 0 ? 0 : Math.max(0, buffer.length - count), count);
};
