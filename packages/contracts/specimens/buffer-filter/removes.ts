import type { BufferFilter } from 'slime-sdk';

/** Takes the oldest groups first. */
export const correct: BufferFilter = (_args, _rolloutId, buffer, count) => buffer.splice(0, count);

/** What is returned stays in the buffer, and comes again with the next rollout. */
export const broken: BufferFilter = (_args, _rolloutId, buffer, count) => buffer.slice(0, count);
