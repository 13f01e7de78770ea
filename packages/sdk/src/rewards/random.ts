import type { Verdict } from './verdict.ts';

/**
 * slime's `--rm-type random`: 0 or 1, drawn from a seed, so that a run can be repeated. Give it
 * `view.seed`, which differs from sample to sample.
 */
export function random(seed: number): Verdict<0 | 1, 'random'> {
  // A round of mixing after murmur3: seeds in a row give bits that do not follow each other.
  let bits = Math.imul((seed ^ (seed >>> 16)) >>> 0, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  const reward = (bits ^ (bits >>> 16)) & 1;
  return { reward: reward === 1 ? 1 : 0, extracted: null, reason: 'random' };
}
