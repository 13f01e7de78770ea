import { describeValue } from 'slime-runtime/hosting';
import type { BufferFilter, RolloutArgs, Sample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import type { Batch } from '../batch.ts';
import { callAtOnce } from '../call-at-once.ts';
import type { HookTarget } from '../target.ts';

/** A buffer filter. */
export type BufferTarget = HookTarget<BufferFilter>;

/** A buffer as partial rollouts leave it: groups with finished, aborted and untouched members. */
export const BUFFER = {
  groups: { min: 1, max: 5 },
  size: { min: 1, max: 3 },
  failed: true,
} as const;

/** A call of a buffer filter. */
export interface BufferCall {
  args: RolloutArgs;
  buffer: Sample[][];
  count: number;
}

/** The buffer of a batch, and how many groups are wanted of it: more than there are, at times. */
export function bufferOf({ args, groups, picker }: Batch): BufferCall {
  const buffer = groups.map((group) => group.flat());
  return { args, buffer, count: 1 + picker.below(buffer.length + 2) };
}

/** Takes groups out of the buffer. A result of another type breaks the law. */
export async function take(
  { fn }: BufferTarget,
  { args, buffer, count }: BufferCall,
  trial: Trial,
): Promise<Sample[][]> {
  const taken = await callAtOnce(trial, 'the filter', () => fn(args, null, buffer, count));
  if (!Array.isArray(taken)) {
    return trial.fail({ expected: 'an array of groups', got: describeValue(taken) });
  }
  const items: readonly unknown[] = taken;
  return items.map((group, at) => {
    if (Array.isArray(group)) return group;
    return trial.fail({
      expected: 'an array of groups, each an array of samples',
      got: describeValue(group),
      note: `at [${at}]`,
    });
  });
}

/** The members of a group, in words: how it is known again. */
export function nameGroup(group: readonly Sample[]): string {
  return `group ${group.map((sample) => sample.index).join(', ')}`;
}
