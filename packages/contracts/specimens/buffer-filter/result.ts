import type { BufferFilter, RolloutArgs, Sample } from 'slime-sdk';

/** Takes the oldest groups first. */
export const correct: BufferFilter = (_args, _rolloutId, buffer, count) => buffer.splice(0, count);

/** One group, where an array of groups is wanted. */
export const broken = (
  _args: RolloutArgs,
  _rolloutId: null,
  buffer: Sample[][],
): Sample[] | undefined => buffer.shift();
