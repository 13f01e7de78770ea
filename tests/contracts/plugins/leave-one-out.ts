import type { RewardPostProcess, RolloutArgs, Sample } from 'slime-sdk';

/** RLOO: a rollout's reward less the mean of its siblings' rewards. */
const rewardPostProcess: RewardPostProcess = (args, samples) => {
  const raw = samples.map((sample) => rewardOf(args, sample));
  const advantages = samples.map((sample, at) => {
    const own = raw[at] ?? null;
    if (own === null || sample.remove_sample) return 0;
    const others = new Map<number | Sample, number>();
    for (const [other, sibling] of samples.entries()) {
      const reward = raw[other] ?? null;
      if (sibling.group_index !== sample.group_index || sibling.remove_sample) continue;
      if (reward !== null) others.set(sibling.rollout_id ?? sibling, reward);
    }
    others.delete(sample.rollout_id ?? sample);
    if (others.size === 0) return 0;
    const sum = [...others.values()].reduce((total, reward) => total + reward, 0);
    return own - sum / others.size;
  });
  return [raw.map((reward) => reward ?? 0), advantages];
};

export default rewardPostProcess;

function rewardOf(args: RolloutArgs, { reward }: Sample): number | null {
  const value = typeof reward === 'object' ? reward?.[args.reward_key ?? 'score'] : reward;
  return typeof value === 'number' ? value : null;
}
