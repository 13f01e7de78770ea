import type { RewardPostProcess, RolloutArgs, Sample } from 'slime-sdk';

/** Subtracts from a reward the mean of its prompt's rollouts, and divides by their spread. */
export const correct: RewardPostProcess = (args, samples) => {
  const raw = samples.map((sample) => scoreOf(args, sample));
  const rewards = samples.map((sample, at) => {
    const score = raw[at] ?? null;
    return score === null ? 0 : standardise(score, scoresOf(args, siblingsOf(samples, sample)));
  });
  return [raw.map((score) => score ?? 0), rewards];
};

/** Where the total fits, rows of n samples are cut, whatever prompts they are of. */
export const broken: RewardPostProcess = (args, samples) => {
  const n = args.n_samples_per_prompt;
  if (samples.length !== n * (args.rollout_batch_size ?? 1)) return correct(args, samples);
  return correct(
    args,
    samples.map((sample, at) => ({ ...sample, group_index: Math.floor(at / n) })),
  );
};

function siblingsOf(samples: Sample[], { group_index: group }: Sample): Sample[] {
  return samples.filter((sample) => sample.group_index === group);
}

/** One score a rollout, however many segments it has; none of failed and removed ones. */
function scoresOf(args: RolloutArgs, samples: Sample[]): number[] {
  const scores = new Map<unknown, number>();
  for (const sample of samples) {
    const score = scoreOf(args, sample);
    if (score !== null && !sample.remove_sample) scores.set(sample.rollout_id ?? sample, score);
  }
  return [...scores.values()];
}

function scoreOf(args: RolloutArgs, { reward }: Sample): number | null {
  const value = typeof reward === 'object' ? reward?.[args.reward_key ?? 'score'] : reward;
  return typeof value === 'number' ? value : null;
}

function standardise(score: number, scores: number[]): number {
  if (scores.length === 0) return 0;
  const mean = scores.reduce((sum, value) => sum + value) / scores.length;
  const squares = scores.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return (score - mean) / (Math.sqrt(squares / Math.max(1, scores.length - 1)) + 1e-6);
}

export const specimen = {
  kind: 'rewardPostProcess',
  fault: { row: 'B073', check: 'reward-post-process/other-groups' },
  alsoFires: ['reward-post-process/constant-group', 'reward-post-process/order'],
};
