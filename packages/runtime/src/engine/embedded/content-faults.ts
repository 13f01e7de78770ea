import type { Fault } from './fault-picker.ts';
import type { FinishReason } from './finish.ts';
import { cutSample, type Sampled } from './sample.ts';

/** What SGLang reports of a request that was aborted while it ran. */
export const RUNNING_ABORT: FinishReason = {
  type: 'abort',
  message: 'Aborted',
  status_code: null,
  err_type: null,
};

/** Strikes a sample with the faults that change it; any other fault leaves it as it is. */
export function strikeSample(sampled: Sampled, fault: Fault | undefined, stopId: number): Sampled {
  if (fault === undefined) return sampled;
  const { ids, finish } = sampled;
  const part = Math.max(1, Math.floor(fault.place * ids.length));
  if (fault.kind === 'abort') return cutSample(sampled, part, RUNNING_ABORT);
  if (fault.kind === 'length') return cutSample(sampled, part, { type: 'length', length: part });
  if (fault.kind === 'empty_output') {
    return cutSample(sampled, 0, { type: 'stop', matched: stopId });
  }
  if (fault.kind === 'limit_stop') {
    const isToken = finish.type === 'stop' && typeof finish.matched === 'number';
    return isToken ? { ...sampled, finish: { type: 'length', length: ids.length } } : sampled;
  }
  if (fault.kind === 'null_logprob') {
    const at = Math.floor(fault.place * ids.length);
    const logprobs = sampled.logprobs.map((text, index) => (index === at ? 'null' : text));
    return { ...sampled, logprobs };
  }
  return sampled;
}
