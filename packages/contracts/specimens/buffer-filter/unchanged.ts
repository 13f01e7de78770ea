import type { BufferFilter } from 'slime-sdk';

/** Takes the oldest groups first. */
export const correct: BufferFilter = (_args, _rolloutId, buffer, count) => buffer.splice(0, count);

/** Members that were aborted lose what they had, though their tokens are to be resumed. */
export const broken: BufferFilter = (_args, _rolloutId, buffer, count) => {
  const groups = buffer.splice(0, count);
  for (const sample of groups.flat()) {
    if (sample.status === 'aborted') sample.tokens = [];
  }
  return groups;
};
