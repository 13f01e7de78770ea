import fc from 'fast-check';
import { createRolloutArgs, checkSample, createSample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { picks } from '../../../src/arbitraries/index.ts';
import {
  type Batch,
  BATCH_PICKS,
  type BatchOptions,
  buildBatch,
} from '../../../src/suites/hooks/batch.ts';
import { segmentLists } from '../../../src/suites/hooks/fan-out.ts';

const EVERYTHING: BatchOptions = {
  failed: true,
  removed: true,
  fanOut: true,
  ragged: true,
  bare: true,
};
const seeded = { seed: 7, numRuns: 300 };

describe('a batch', () => {
  it('is the same for the same numbers', () => {
    fc.assert(
      fc.property(picks(BATCH_PICKS), (numbers) => {
        const build = () => buildBatch(createWorld(), EVERYTHING, numbers).groups;
        expect(build()).toEqual(build());
      }),
      seeded,
    );
  });

  it('holds samples that break no invariant, its failures without a reward', () => {
    forEachBatch(EVERYTHING, ({ groups }) => {
      for (const sample of groups.flat(2)) {
        expect(checkSample(sample)).toEqual([]);
        const failed = sample.status === 'aborted' || sample.status === 'failed';
        expect(sample.reward === null).toBe(failed);
      }
    });
  });

  it('numbers rollouts upwards, and segments share number and rollout_id', () => {
    forEachBatch(EVERYTHING, ({ groups }) => {
      const rollouts = groups.flat().map((rollout) => [rollout].flat());
      const indices = rollouts.map(([first]) => first?.index ?? -1);
      expect(indices).toEqual([...new Set(indices)].toSorted((a, b) => a - b));
      for (const segments of rollouts.filter(({ length }) => length > 1)) {
        expect(new Set(segments.map(({ rollout_id: id }) => id))).toEqual(
          new Set([segments[0]?.index]),
        );
      }
    });
  });

  it('has groups of n_samples_per_prompt, where the user says how many', () => {
    forEachBatch(
      {},
      ({ args, groups }) => {
        expect(args.n_samples_per_prompt).toBe(6);
        for (const group of groups) expect(group).toHaveLength(6);
      },
      { n_samples_per_prompt: 6 },
    );
  });

  it('keeps the total of ragged groups or loses some, and leaves none empty', () => {
    forEachBatch({ ragged: true, size: { min: 3, max: 3 } }, ({ groups }) => {
      expect(groups.flat(2).length).toBeLessThanOrEqual(3 * groups.length);
      for (const group of groups) expect(group.length).toBeGreaterThan(0);
    });
  });

  it('has records for rewards where there is a reward key', () => {
    forEachBatch(
      {},
      ({ groups }) => {
        for (const { reward } of groups.flat(2)) expect(reward).toHaveProperty('score');
      },
      { reward_key: 'score' },
    );
  });

  it('takes prompt, label and metadata of the rows, as copies', () => {
    const row = createSample({ prompt: 'Why?', label: 'so', metadata: { tags: ['a'] } });
    const { groups } = buildBatch({ ...createWorld(), rows: [row] }, {}, [0, 3, 1]);
    for (const { prompt, label, metadata } of groups.flat(2)) {
      expect({ prompt, label, metadata }).toEqual({
        prompt: 'Why?',
        label: 'so',
        metadata: row.metadata,
      });
      expect(metadata['tags']).not.toBe(row.metadata['tags']);
    }
  });

  it('gives the parts of a split rollout the whole reward, or a part each', () => {
    forEachBatch({ size: { min: 2, max: 2 }, groups: { min: 1, max: 1 } }, (batch) => {
      const rewards = batch.groups.flat(2).map(({ reward }) => Number(reward));
      const { groups } = segmentLists(batch, 'split');
      const sums = groups
        .flat()
        .map((rollout) => [rollout].flat().reduce((sum, { reward }) => sum + Number(reward), 0));
      expect(groups.flat(2).length).toBeGreaterThan(rewards.length);
      for (const [at, sum] of sums.entries()) expect(sum).toBeCloseTo(rewards[at] ?? Number.NaN);
    });
  });
});

function forEachBatch(
  options: BatchOptions,
  look: (batch: Batch) => void,
  args: Parameters<typeof createRolloutArgs>[0] = {},
): void {
  const world = createWorld(args);
  fc.assert(
    fc.property(picks(BATCH_PICKS), (numbers) => look(buildBatch(world, options, numbers))),
    seeded,
  );
}

function createWorld(
  args: Parameters<typeof createRolloutArgs>[0] = {},
): Parameters<typeof buildBatch>[0] {
  return { args: createRolloutArgs(args), rows: [] };
}
