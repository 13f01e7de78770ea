import type { BufferFilter } from 'slime-sdk';

/** Takes the oldest groups first. */
export const correct: BufferFilter = (_args, _rolloutId, buffer, count) => buffer.splice(0, count);

/** Empties the buffer, however few groups are wanted. */
export const broken: BufferFilter = (_args, _rolloutId, buffer) => buffer.splice(0);
