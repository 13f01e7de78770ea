import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSample, type CreateDataSource, type Sample } from 'slime-sdk';

/** Five sums in an order that the seed decides, over and over; its state lies in a file. */
export const correct: CreateDataSource = (args) => {
  const { n_samples_per_prompt: n, rollout_shuffle: shuffle, rollout_seed: seed } = args;
  const folder = 'save' in args ? String(args.save) : '.';
  const buffer: Sample[][] = [];
  let next = 0;
  const fresh = (): Sample[] => {
    const epoch = Math.floor(next / ROWS);
    const row = ((next % ROWS) + (shuffle ? seed + epoch : 0)) % ROWS;
    const group = Array.from({ length: n }, (_, at) => makeSample(row, next, next * n + at));
    next += 1;
    return group;
  };
  return {
    length: ROWS,
    getSamples(count) {
      const groups = buffer.splice(0, count);
      while (groups.length < count) groups.push(fresh());
      return groups;
    },
    addSamples(groups) {
      buffer.push(...groups);
    },
    async save(rolloutId) {
      await writeFile(join(folder, `${rolloutId}.json`), JSON.stringify(next));
    },
    async load(rolloutId) {
      if (rolloutId >= 0) next = Number(await readFile(join(folder, `${rolloutId}.json`), 'utf8'));
    },
  };
};

/** Siblings are shallow copies: what one writes into its metadata is on all of them. */
export const broken: CreateDataSource = async (args) => {
  const source = await correct(args);
  return {
    ...source,
    async getSamples(count) {
      const groups = await source.getSamples(count);
      return groups.map(([first, ...others]) =>
        first === undefined
          ? []
          : [first, ...others.map(({ index, rollout_id }) => ({ ...first, index, rollout_id }))],
      );
    },
  };
};

const ROWS = 5;

function makeSample(row: number, groupIndex: number, index: number): Sample {
  return createSample({
    prompt: [{ role: 'user', content: `What is ${row} + ${row}?` }],
    label: String(2 * row),
    metadata: { row },
    group_index: groupIndex,
    index,
  });
}

export const specimen = {
  kind: 'dataSource',
  fault: { row: 'B072', check: 'data-source/copies' },
};
