import fc from 'fast-check';
import { checkSample, type Group, type Sample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import {
  flatSamples,
  rolloutGroups,
  type RolloutGroupsOptions,
} from '../../src/arbitraries/index.ts';

function draw(options: RolloutGroupsOptions = {}): Group[][] {
  return fc.sample(rolloutGroups(options), { seed: 1, numRuns: 300 });
}

const numbers = (samples: readonly Sample[]): number[] =>
  samples.flatMap(({ reward }) => (typeof reward === 'number' ? [reward] : []));

describe('rollouts', () => {
  it.each<[string, RolloutGroupsOptions]>([
    ['plain', {}],
    ['with failed members', { failed: true, removed: true }],
    ['fanned out', { fanOut: true, failed: true }],
  ])('hold the invariants of samples, each index once: %s', (_kind, options) => {
    for (const groups of draw(options)) {
      const samples = flatSamples(groups);
      for (const sample of samples) expect(checkSample(sample)).toEqual([]);
      expect(samples.map(({ index }) => index)).toEqual(samples.map((_, at) => at));
      expect(new Set(samples.map(({ rollout_log_probs: probs }) => probs === null)).size).toBe(1);
      expect(samples.every(({ loss_mask: mask }) => mask !== null)).toBe(true);
    }
  });

  it('have finite rewards, constant groups and groups of one among them', () => {
    const groups = draw().flatMap((rollout) => rollout.map((group) => flatSamples([group])));
    for (const group of groups) expect(numbers(group)).toHaveLength(group.length);
    expect(numbers(groups.flat()).every(Number.isFinite)).toBe(true);
    const several = groups.filter(({ length }) => length > 1);
    const constant = several.filter((group) => new Set(numbers(group)).size === 1);
    expect(constant.length / several.length).toBeGreaterThan(0.25);
    expect(constant.length / several.length).toBeLessThan(0.7);
    expect(groups.some(({ length }) => length === 1)).toBe(true);
  });

  it('have rewards by name where a key is asked for', () => {
    for (const sample of draw({ rewardKey: 'acc' }).flatMap(flatSamples)) {
      expect(checkSample(sample, { rewardKey: 'acc' })).toEqual([]);
    }
  });

  it('have no reward on what failed, and removed members, where asked', () => {
    const samples = draw({ failed: true, removed: true }).flatMap(flatSamples);
    const failed = samples.filter(({ status }) => status === 'failed' || status === 'aborted');
    expect(failed.length).toBeGreaterThan(50);
    expect(failed.every(({ reward, remove_sample: removed }) => reward === null && removed)).toBe(
      true,
    );
    const removed = samples.filter((sample) => sample.remove_sample && sample.reward !== null);
    expect(removed.length).toBeGreaterThan(50);
    const plain = draw().flatMap(flatSamples);
    expect(plain.some(({ remove_sample: isRemoved }) => isRemoved)).toBe(false);
  });

  it('fan out into lists of segments that share rollout and reward', () => {
    const rollouts = draw({ fanOut: true }).flat();
    const executions = rollouts.flatMap((group) => group.filter((entry) => Array.isArray(entry)));
    expect(executions).toHaveLength(rollouts.flat().length);
    for (const segments of executions) {
      expect(new Set(segments.map(({ rollout_id: id }) => id)).size).toBe(1);
      expect(new Set(segments.map(({ reward }) => JSON.stringify(reward))).size).toBe(1);
      expect(segments[0]?.metadata === segments[1]?.metadata).toBe(segments.length === 0);
    }
    expect(executions.some(({ length }) => length > 1)).toBe(true);
  });

  it('have as many groups and members as asked', () => {
    for (const groups of draw({ groups: { min: 2, max: 3 }, size: { min: 2, max: 2 } })) {
      expect([2, 3]).toContain(groups.length);
      for (const group of groups) expect(group).toHaveLength(2);
    }
  });

  it('shrink to one group of one empty sample', () => {
    const { counterexample } = fc.check(
      fc.property(rolloutGroups(), (groups) => groups.length === 0),
      { seed: 2 },
    );
    const [sample, ...more] = flatSamples(counterexample?.[0] ?? []);
    expect(more).toEqual([]);
    expect([sample?.response, sample?.reward]).toEqual(['', 0]);
  });
});
