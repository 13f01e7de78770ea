import type { CheckText } from '../../check.ts';

/** The shape of samples: their fields and types. */
export const shape: CheckText & { expected: string } = {
  id: 'samples/shape',
  title: 'every sample has the fields of slime, of the right types',
  why: 'Sample.from_dict takes anything: a string where a list is due is found in the trainer, far from where it was written.',
  fix: 'Write samples by Sample.to_dict(), or by serializeSample of slime-sdk; status is a string of slime, lists are lists.',
  source: 'slime/utils/types.py: Sample.from_dict',
  faults: ['B031', 'B070'],
  requires: ['samples/json'],
  expected: 'the fields of a sample: status at least, tokens as a list of integers',
};
