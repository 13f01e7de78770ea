import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMetrics } from '../../src/observe/metrics.ts';
import { openRunFolder } from '../../src/observe/run-folder.ts';
import { openRunWriter, type RunWriter } from '../../src/observe/run-writer.ts';
import { parseLine, readLines } from '../../src/observe/read-lines.ts';
import type { GroupRecord } from '../../src/rollout/records.ts';
import type { Tensor, TrainInputKey, TrainInputSource } from '../../src/vision/train-inputs.ts';
import { readSafetensors } from './read-safetensors.ts';
import { makeGroup, makeManifest } from './sample-groups.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tensors-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function openRun(resume = false): Promise<RunWriter> {
  return await openRunWriter({
    folder: await openRunFolder(dir, resume),
    manifest: makeManifest(),
    nonce: 'n0',
    metrics: createMetrics({ rewardKey: null }),
  });
}

/** Pictures of `rows` patches of three numbers, all of them `value`. */
function source(rows: number, value: number): TrainInputSource {
  const merged: Record<TrainInputKey, Tensor> = {
    pixel_values: {
      dtype: 'F32',
      shape: [rows, 3],
      data: new Float32Array(rows * 3).fill(value),
    },
    image_grid_thw: { dtype: 'I64', shape: [1, 3], data: BigInt64Array.of(1n, 1n, BigInt(rows)) },
  };
  return { shape: (key) => merged[key].shape, merge: async (key) => merged[key] };
}

/** A group whose first two samples show one picture, the third another, the fourth none. */
function withPictures(groupIndex: number): GroupRecord {
  const group = makeGroup(groupIndex, 4);
  const ids = ['a', 'a', 'b', null];
  return {
    ...group,
    samples: group.samples.map((sample, at) => ({
      ...sample,
      multimodal_train_input_id: ids[at] ?? null,
    })),
    pictures: new Map([
      ['a', source(1, 0.5)],
      ['b', source(5, -2)],
    ]),
  };
}

async function readSamples(): Promise<Record<string, unknown>[]> {
  const path = join(dir, 'samples.jsonl');
  const rows: Record<string, unknown>[] = [];
  for await (const line of readLines(path)) {
    const row = parseLine(path, line);
    if (typeof row === 'object' && row !== null) rows.push({ ...row });
  }
  return rows;
}

it('writes the tensors of a group once each, and names them in the lines of its samples', async () => {
  const writer = await openRun();
  await writer.write(makeGroup(0, 4));
  await writer.write(withPictures(1));
  await writer.finish({ status: 'completed' });
  expect(await readdir(join(dir, 'tensors'))).toEqual(['1.safetensors']);
  const { tensors, metadata } = await readSafetensors(join(dir, 'tensors/1.safetensors'));
  expect(tensors).toEqual({
    'a.image_grid_thw': { dtype: 'I64', shape: [1, 3], values: [1, 1, 1] },
    'b.image_grid_thw': { dtype: 'I64', shape: [1, 3], values: [1, 1, 5] },
    'a.pixel_values': { dtype: 'F32', shape: [1, 3], values: [0.5, 0.5, 0.5] },
    'b.pixel_values': { dtype: 'F32', shape: [5, 3], values: Array(15).fill(-2) },
  });
  expect(JSON.parse(metadata['samples'] ?? '')).toEqual([
    [4, 'a'],
    [5, 'a'],
    [6, 'b'],
    [7, null],
  ]);
  const named = (id: string) => ({
    image_grid_thw: { file: 'tensors/1.safetensors', tensor: `${id}.image_grid_thw` },
    pixel_values: { file: 'tensors/1.safetensors', tensor: `${id}.pixel_values` },
  });
  const inputs = (await readSamples()).map((row) => row['multimodal_train_inputs']);
  expect(inputs).toEqual([null, null, null, null, named('a'), named('a'), named('b'), null]);
});

it('leaves neither tensors nor lines of a group whose tensors could not be made', async () => {
  const writer = await openRun();
  const broken: TrainInputSource = {
    ...source(1, 1),
    merge: async (key) => {
      if (key === 'pixel_values') throw new Error('no memory');
      return await source(1, 1).merge(key);
    },
  };
  const group = withPictures(0);
  await expect(writer.write({ ...group, pictures: new Map([['a', broken]]) })).rejects.toThrow(
    'no memory',
  );
  expect((await readdir(join(dir, 'tensors'))).filter((name) => !name.endsWith('.tmp'))).toEqual(
    [],
  );
  await writer.write(group);
  await writer.finish({ status: 'completed' });
  expect(await readdir(join(dir, 'tensors'))).toEqual(['0.safetensors']);
  expect(await readSamples()).toHaveLength(4);
});

it('runs groups again whose tensors are gone or cut, and takes away those of no group', async () => {
  const first = await openRun();
  for (const group of [0, 1, 2]) await first.write(withPictures(group));
  await first.finish({ status: 'interrupted' });
  const file = (name: string) => join(dir, 'tensors', name);
  const whole = await readFile(file('0.safetensors'));
  await truncate(file('1.safetensors'), 100);
  await rm(file('2.safetensors'));
  await writeFile(file('3.safetensors'), 'of a group that was killed before its line');
  await writeFile(file('4.safetensors.tmp'), 'half');
  const second = await openRun(true);
  expect([...second.completedGroups]).toEqual([0]);
  expect(await readdir(join(dir, 'tensors'))).toEqual(['0.safetensors']);
  for (const group of [1, 2]) await second.write(withPictures(group));
  await second.finish({ status: 'completed' });
  expect(await readdir(join(dir, 'tensors'))).toEqual([0, 1, 2].map((at) => `${at}.safetensors`));
  expect((await readFile(file('0.safetensors'))).equals(whole)).toBe(true);
  expect((await readSamples()).map((row) => row['index'])).toEqual([...Array(12).keys()]);
});
