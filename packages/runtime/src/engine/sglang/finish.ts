import type { Finish } from 'slime-sdk';
import { showValue } from '../client/show-value.ts';
import { badReply } from '../client/try-fault.ts';

const PATH = 'meta_info.finish_reason';

/** SGLang's mark for a sampled id that was invalid: it put an end id in its place. */
const INVALID_ID = 'NaN happened';

/**
 * Reads `finish_reason`. Null, an unknown type and SGLang's mark for invalid logits are faults of
 * the engine, never a normal end.
 *
 * @throws TryFault `bad_finish`.
 */
export function readFinish(value: unknown): Finish {
  if (typeof value !== 'object' || value === null || !('type' in value)) {
    throw badReply('bad_finish', PATH, `expected an object with a type, found ${showValue(value)}`);
  }
  if (value.type === 'stop') return { type: 'stop', matched: readMatched(value) };
  if (value.type === 'length' && 'length' in value && typeof value.length === 'number') {
    return { type: 'length', length: value.length };
  }
  if (value.type === 'abort') {
    const message = 'message' in value && typeof value.message === 'string' ? value.message : '';
    return { type: 'abort', message };
  }
  throw badReply('bad_finish', PATH, `${showValue(value)} is no ending known here`);
}

function readMatched(value: object): number | string | null {
  const matched = 'matched' in value ? value.matched : null;
  if (matched === INVALID_ID) throw badReply('bad_finish', `${PATH}.matched`, INVALID_ID);
  return typeof matched === 'number' || typeof matched === 'string' ? matched : null;
}
