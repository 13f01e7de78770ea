import { createHash } from 'node:crypto';

/** Seed of an environment: the same for the n siblings of a prompt. 31 bits. */
export function envSeed(rolloutSeed: number, epoch: number, groupIndex: number): number {
  return derive('env', rolloutSeed, epoch, groupIndex);
}

/**
 * Seed of the sampler: one for each sample, another when the episode is run again, and another for
 * each further tape of a generate function, which would repeat the first otherwise. 31 bits.
 */
export function samplingSeed(
  rolloutSeed: number,
  index: number,
  attempt: number,
  tape = 0,
): number {
  return derive('sampling', rolloutSeed, index, attempt, ...(tape === 0 ? [] : [tape]));
}

/** Seed of a reward function that draws. 31 bits. */
export function rewardSeed(rolloutSeed: number, index: number): number {
  return derive('reward', rolloutSeed, index);
}

function derive(purpose: string, ...parts: number[]): number {
  const digest = createHash('sha256')
    .update(`${purpose}:${parts.join(':')}`)
    .digest();
  return digest.readUInt32LE(0) & 0x7fffffff;
}
