import type { Verdict } from '../verdict.ts';

/** `hedged`: the response names more than one option and settles on none. */
export type GpqaReason = 'equal' | 'different' | 'hedged' | 'no_answer';

/** slime's reward `gpqa`, with the letter or text that was taken for the answer. */
export type GpqaReward = Verdict<0 | 1, GpqaReason>;

/** A verdict that pays nothing. */
export const wrong = (
  reason: Exclude<GpqaReason, 'equal'>,
  extracted: string | null,
): GpqaReward => ({
  reward: 0,
  extracted,
  reason,
});
