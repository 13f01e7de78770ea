import type { Policy, PolicyReply, PolicyRequest } from 'slime-sdk';
import { hashInts, hashKey, hashText } from '../random.ts';

/** What stays the same when a request is tried again. */
function keyOf(request: PolicyRequest): string {
  const seed = hashText(String(request.sampling_params.sampling_seed));
  return hashKey(hashInts(request.input_ids, seed));
}

/**
 * A policy that says its lines in order: each new request (prompt and sampling seed) takes the next
 * line, a repeated one gets its own again. The order of arrival matters: for one client at a time.
 *
 * It throws when the lines are used up.
 */
export function scriptedPolicy(replies: readonly PolicyReply[]): Policy {
  const told = new Map<string, number>();
  return (request) => {
    const key = keyOf(request);
    const line = told.get(key) ?? told.size;
    const reply = replies[line];
    if (reply === undefined) {
      throw new Error(`the script has ${replies.length} replies; request ${line + 1} came`);
    }
    told.set(key, line);
    return reply;
  };
}
