import { copyPlain } from 'slime-runtime/hosting';
import type { Reward, Sample } from 'slime-sdk';
import type { Picker } from '../../arbitraries/index.ts';

/** What the samples of a batch are like. */
export interface SampleTraits {
  failed: boolean;
  removed: boolean;
  fanOut: boolean;
  /** `null`: masks that are all ones are null. */
  masks: 'all' | 'null';
  logProbs: boolean;
  /** Rollouts of one segment have a `rollout_id` too; slime itself gives them none. */
  named: boolean;
}

const RESPONSES: readonly string[] = ['', 'It is 4.', '\\boxed{2}', 'I do not know.', '42\n'];

/** Builds a rollout: one sample, or the segments that it was split into. */
export function buildSegments(
  picker: Picker,
  rollout: Sample & { reward: Reward },
  traits: SampleTraits,
): Sample[] {
  const count = traits.fanOut && picker.chance(40) ? 2 + picker.below(2) : 1;
  const fate = pickFate(picker, traits.failed);
  const removed = traits.removed && picker.chance(25);
  const failed = fate === 'aborted' || fate === 'failed';
  return Array.from({ length: count }, (_, at): Sample => {
    const own = at === 0 ? rollout : copyPlain(rollout);
    const sample: Sample = {
      ...own,
      rollout_id: count > 1 || traits.named ? rollout.index : null,
      reward: failed ? null : own.reward,
      remove_sample: removed || (failed && picker.chance(80)),
      session_id: `session-${rollout.index}`,
      status: fate,
    };
    return fate === 'failed' ? sample : { ...sample, ...buildResponse(picker, traits) };
  });
}

function pickFate(picker: Picker, failed: boolean): Exclude<Sample['status'], 'pending'> {
  const number = picker.below(100);
  if (failed && number >= 70) return number >= 85 ? 'failed' : 'aborted';
  return number % 10 >= 8 ? 'truncated' : 'completed';
}

/** A response of one turn, or of two with an observation between them. */
function buildResponse(picker: Picker, traits: SampleTraits): Partial<Sample> {
  const length = 1 + picker.below(5);
  const observed = picker.chance(35) ? 2 : 0;
  const from = Math.ceil(length / 2);
  const ids: number[] = [];
  const mask: number[] = [];
  for (let at = 0; at < length + observed; at += 1) {
    ids.push(100 + picker.below(900));
    mask.push(at >= from && at < from + observed ? 0 : 1);
  }
  const response = picker.from(RESPONSES) ?? '';
  return {
    tokens: [1, 2, ...ids],
    response: observed === 0 ? response : `${response}\nGo on.\n${response}`,
    response_length: ids.length,
    loss_mask: traits.masks === 'null' && observed === 0 ? null : mask,
    rollout_log_probs: traits.logProbs
      ? mask.map((bit, at) => (bit === 0 ? 0 : -(at + 1) / 8))
      : null,
    weight_versions: observed === 0 ? ['0'] : ['0', '0'],
  };
}
