import type { JsonObject } from '../../json.ts';
import { assertText } from '../text-argument.ts';
import type { Verdict } from '../verdict.ts';
import { type IfbenchMetadata, readInstructions } from './ifbench-metadata.ts';
import { isBlank } from './text/blanks.ts';

/** `not_followed`: at least one instruction is not; `no_answer`: the response is blank. */
export type IfbenchReason = 'followed' | 'not_followed' | 'no_answer';

/** slime's reward `ifbench`; extracted are the ids of the instructions that the response follows. */
export type IfbenchReward = Verdict<0 | 1, IfbenchReason>;

/** Of very many instructions the rest is not repeated in the verdict. */
const MAX_EXTRACTED = 2048;

/**
 * slime's `--rm-type ifbench`: 1 for a response that follows every instruction of its row, else 0,
 * as IFBench judges strictly. The whole response counts, and the label is not read. Takes time in
 * proportion to the response.
 *
 * @throws DataError for metadata that name no instruction, one that is unknown or not supported, or
 * arguments that it cannot have (IFBench draws missing ones by chance); TypeError for a response that
 * is no text.
 */
export function ifbench(
  response: string,
  metadata: IfbenchMetadata | Readonly<JsonObject>,
): IfbenchReward {
  assertText('ifbench', response);
  const bound = readInstructions({ ...metadata });
  if (isBlank(response)) return { reward: 0, extracted: null, reason: 'no_answer' };
  const followed = bound.filter(({ follows }) => follows(response));
  const extracted = followed
    .map(({ id }) => id)
    .join(', ')
    .slice(0, MAX_EXTRACTED);
  return followed.length === bound.length
    ? { reward: 1, extracted, reason: 'followed' }
    : { reward: 0, extracted: extracted === '' ? null : extracted, reason: 'not_followed' };
}
