import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createRolloutArgs, type RolloutArgs } from 'slime-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDataSource, type RolloutDataSource } from '../../../src/rollout/data/data-source.ts';
import type { Dataset } from '../../../src/rollout/data/dataset.ts';
import { pythonShuffledRange } from '../../../src/rollout/data/python-random.ts';

function datasetOf(length: number): Dataset {
  const rows = Array.from({ length }, (_, row) => ({
    place: { file: 'rows.jsonl', row, line: row + 1 },
    prompt: row,
    label: null,
    metadata: { tags: ['a'] },
    multimodal_inputs: null,
  }));
  return { file: 'rows.jsonl', baseDir: '/data', rows };
}

function sourceOf(
  length: number,
  fields: Partial<RolloutArgs> = {},
  stateDir: string | null = null,
): RolloutDataSource {
  const args = createRolloutArgs({ num_rollout: 100, rollout_batch_size: 2, ...fields });
  return createDataSource(args, datasetOf(length), stateDir);
}

const prompts = (source: RolloutDataSource, count: number): unknown[] =>
  source.getSamples(count).map((group) => group[0]?.prompt);

describe('createDataSource', () => {
  it('gives groups of deep copies with rising indices', () => {
    const source = sourceOf(3, { n_samples_per_prompt: 2 });
    const groups = source.getSamples(2);
    expect(
      groups.map((group) => group.map((s) => [s.group_index, s.index, s.prompt, s.status])),
    ).toEqual([
      [
        [0, 0, 0, 'pending'],
        [0, 1, 0, 'pending'],
      ],
      [
        [1, 2, 1, 'pending'],
        [1, 3, 1, 'pending'],
      ],
    ]);
    const [first, second] = groups[0] ?? [];
    if (first !== undefined) first.metadata['tags'] = [];
    expect(second?.metadata).toEqual({ tags: ['a'] });
    expect(source.groupOf(0)[0]?.metadata).toEqual({ tags: ['a'] });
  });

  it('gives exactly as many groups as asked for, over any number of epochs', () => {
    const source = sourceOf(3);
    expect(prompts(source, 2)).toEqual([0, 1]);
    expect(prompts(source, 8)).toEqual([2, 0, 1, 2, 0, 1, 2, 0]);
    expect(prompts(source, 0)).toEqual([]);
    expect(source.remaining).toBe(Number.POSITIVE_INFINITY);
  });

  it('shuffles each epoch as Python does for rollout_seed + epoch', () => {
    const source = sourceOf(10, { rollout_shuffle: true, rollout_seed: 42 });
    expect(prompts(source, 4)).toEqual([7, 3, 2, 8]);
    expect(prompts(source, 8)).toEqual([5, 6, 9, 4, 0, 1, 8, 1]);
  });

  it('goes over the data once without num_rollout and rollout_batch_size', () => {
    const source = sourceOf(3, { num_rollout: null, rollout_batch_size: null });
    expect(source.remaining).toBe(3);
    expect(prompts(source, 2)).toEqual([0, 1]);
    expect(prompts(source, 2)).toEqual([2]);
    expect(prompts(source, 2)).toEqual([]);
    expect(source.remaining).toBe(0);
  });

  it('says row and epoch of any group, in any order of asking', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.nat(40),
        fc.boolean(),
        (length, group, shuffle) => {
          const fields = { rollout_shuffle: shuffle, rollout_seed: 5 };
          const epoch = Math.floor(group / length);
          const order = shuffle
            ? pythonShuffledRange(5 + epoch, length)
            : Array.from({ length }, (_, at) => at);
          const source = sourceOf(length, fields);
          const expected = { epoch, row: order[group % length] };
          expect(source.rowOf(group)).toEqual(expected);
          source.getSamples(30);
          expect(source.rowOf(group)).toEqual(expected);
          expect(source.groupOf(group)[0]?.prompt).toBe(expected.row);
        },
      ),
      { seed: 4, numRuns: 100 },
    );
  });

  it('gives added groups first, and refuses those of another size', () => {
    const source = sourceOf(4, { num_rollout: null, rollout_batch_size: null });
    const [first, second] = source.getSamples(2);
    source.addSamples([second ?? [], first ?? []]);
    expect(source.remaining).toBe(4);
    expect(prompts(source, 3)).toEqual([1, 0, 2]);
    expect(() => source.addSamples([[]])).toThrow(
      'addSamples: group 0 has 0 samples, n_samples_per_prompt is 1',
    );
    expect(() => source.getSamples(-1)).toThrow('getSamples(-1): a number of groups is needed');
  });

  it('stands where slime stands after the same calls', () => {
    const source = sourceOf(5, { n_samples_per_prompt: 2 });
    const states = [3, 2, 1].map((count) => {
      source.getSamples(count);
      return source.state();
    });
    expect(states).toEqual([
      { sample_offset: 3, epoch_id: 0, sample_group_index: 3, sample_index: 6 },
      { sample_offset: 5, epoch_id: 0, sample_group_index: 5, sample_index: 10 },
      { sample_offset: 1, epoch_id: 1, sample_group_index: 6, sample_index: 12 },
    ]);
  });

  it('goes on from a saved state as if it had not stopped', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'slime-state-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    const fields = { rollout_shuffle: true };
    const source = sourceOf(5, fields, join(dir, 'rollout'));
    source.getSamples(8);
    await source.save(3);
    expect(await readdir(join(dir, 'rollout'))).toEqual(['global_dataset_state_dict_3.json']);
    expect(await readFile(join(dir, 'rollout/global_dataset_state_dict_3.json'), 'utf8')).toBe(
      '{"sample_offset":3,"epoch_id":1,"sample_group_index":8,"sample_index":8}\n',
    );
    const resumed = sourceOf(5, fields, join(dir, 'rollout'));
    await resumed.load(3);
    expect(resumed.getSamples(7)).toEqual(source.getSamples(7));
    await expect(resumed.load(4)).rejects.toThrow(
      'global_dataset_state_dict_4.json: the saved state',
    );
    await expect(sourceOf(5, fields, dir).load(-1)).resolves.toBeUndefined();
  });

  it('refuses a state of another data set, group size or shape', () => {
    const state = { sample_offset: 3, epoch_id: 1, sample_group_index: 8, sample_index: 8 };
    expect(() => sourceOf(6).restore(state)).toThrow(
      'the saved state (epoch 1, offset 3, group 8) does not fit rows.jsonl with its 6 rows; ' +
        'resume with the data set and slice that the run began with',
    );
    expect(() => sourceOf(5, { n_samples_per_prompt: 2 }).restore(state)).toThrow(
      'does not fit --n-samples-per-prompt 2',
    );
    expect(() => sourceOf(5).restore({ ...state, epoch_id: -1 })).toThrow(
      'not the state of a data source: epoch_id:',
    );
  });
});
