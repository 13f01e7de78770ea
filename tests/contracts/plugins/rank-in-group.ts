import { defineReward, type JsonValue, type RewardView } from 'slime-sdk';

/** Of the right answers of a group, the shorter ones earn more; wrong ones earn nothing. */
export default defineReward({
  mode: 'group',
  range: [0, 1],
  reads: ['policy', 'label'],
  reward(_args, samples, views) {
    const lengths = samples.map((sample, at) => rightLength(views[at], sample.label));
    const right = lengths.filter((length) => length !== null);
    return lengths.map((length) => {
      if (length === null) return 0;
      const shorter = right.filter((other) => other < length).length;
      return 1 - (0.5 * shorter) / right.length;
    });
  },
});

/** Length of a response whose last line is the label; null for another one. */
function rightLength(view: RewardView | undefined, label: JsonValue): number | null {
  const last = view?.finalText.trim().split('\n').at(-1)?.trim();
  const wanted = String(label).trim();
  if (view === undefined || wanted === '' || last !== wanted) return null;
  return view.policyText.length;
}
