import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sample } from 'slime-sdk';
import { z } from 'zod';

/** What DESIGN.md holds of a sample's pictures, counted in its own files. */
export interface PictureCounts {
  index: number | null;
  /** Pictures that the sample names, runs of placeholders, rows of `image_grid_thw`. */
  pictures: number;
  runs: number;
  grids: number;
  /** Lengths of the runs, and what the grids make of them. */
  placeholders: number[];
  merged: number[];
  /** Rows of `pixel_values`, and the sum of the grids' products. */
  patches: number;
  products: number;
  /** Numbers in a patch. */
  columns: number;
}

const namesSchema = z.object({
  pixel_values: z.object({ file: z.string(), tensor: z.string() }),
  image_grid_thw: z.object({ file: z.string(), tensor: z.string() }),
});

const entrySchema = z.object({
  dtype: z.enum(['F32', 'I64']),
  shape: z.array(z.int()),
  data_offsets: z.tuple([z.int(), z.int()]),
});

/** Counts the pictures of a sample in its tokens and in the run's tensors. */
export async function countPictures(
  dir: string,
  sample: Sample,
  { padId, mergeSize }: { padId: number; mergeSize: number },
): Promise<PictureCounts> {
  const names = namesSchema.parse(sample.multimodal_train_inputs);
  const runs = runsOf(sample.tokens, padId);
  const { grids, pixels } = await readTensors(dir, names);
  const products = grids.map((grid) => grid.reduce((product, size) => product * size, 1));
  const images = sample.multimodal_inputs?.['images'];
  return {
    index: sample.index,
    pictures: Array.isArray(images) ? images.length : 0,
    runs: runs.length,
    grids: grids.length,
    placeholders: runs,
    merged: products.map((product) => product / mergeSize ** 2),
    patches: pixels[0] ?? 0,
    products: products.reduce((sum, product) => sum + product, 0),
    columns: pixels[1] ?? 0,
  };
}

/** Lengths of the runs of an id. */
function runsOf(ids: readonly number[], padId: number): number[] {
  const runs: number[] = [];
  for (const [at, id] of ids.entries()) {
    if (id !== padId) continue;
    if (ids[at - 1] === padId) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(1);
  }
  return runs;
}

/** The grids, and the shape of the pixels, whose data are not read. */
async function readTensors(
  dir: string,
  names: z.output<typeof namesSchema>,
): Promise<{ grids: number[][]; pixels: number[] }> {
  const file = await open(join(dir, names.image_grid_thw.file));
  try {
    const length = Buffer.alloc(8);
    await file.read(length, 0, 8, 0);
    const head = Buffer.alloc(Number(length.readBigUInt64LE()));
    await file.read(head, 0, head.length, 8);
    const entries = z.record(z.string(), z.unknown()).parse(JSON.parse(head.toString()));
    const grid = entrySchema.parse(entries[names.image_grid_thw.tensor]);
    const pixels = entrySchema.parse(entries[names.pixel_values.tensor]);
    const [start, end] = grid.data_offsets;
    const data = Buffer.alloc(end - start);
    await file.read(data, 0, data.length, 8 + head.length + start);
    const numbers = Array.from({ length: data.length / 8 }, (_, at) =>
      Number(data.readBigInt64LE(at * 8)),
    );
    const [rows = 0] = grid.shape;
    const grids = Array.from({ length: rows }, (_, at) => numbers.slice(at * 3, at * 3 + 3));
    return { grids, pixels: pixels.shape };
  } finally {
    await file.close();
  }
}
