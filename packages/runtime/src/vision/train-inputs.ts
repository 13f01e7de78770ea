import { levelTable } from './level-table.ts';
import { patchify, patchLength } from './patchify.ts';
import type { RgbPicture } from './resize-pixels.ts';
import type { VisionConfig } from './vision-config.ts';

/** A tensor in C order. */
export interface Tensor {
  readonly dtype: 'F32' | 'I64';
  readonly shape: readonly number[];
  readonly data: Float32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>;
}

/** Where the merged tensors of a sample come from, one at a time. */
export interface TrainInputSource {
  shape(key: TrainInputKey): readonly number[];
  merge(key: TrainInputKey): Promise<Tensor>;
}

/** How the tensors of a sample's pictures become one. */
interface MergeRule {
  readonly dtype: Tensor['dtype'];
  /** Their rows stand under each other, in the order of the placeholders. */
  readonly merge: 'rows';
  rows(picture: RgbPicture, config: VisionConfig): number;
  columns(config: VisionConfig): number;
}

/**
 * The keys of slime's `multimodal_train_inputs` that pictures make, and the merge of each. slime
 * joins the samples of a micro-batch alike (`dim=0`). Keys with one entry a token, such as
 * `mm_token_type_ids`, are not among them: they follow from the tokens.
 */
export const TRAIN_INPUTS = {
  image_grid_thw: { dtype: 'I64', merge: 'rows', rows: () => 1, columns: () => 3 },
  pixel_values: {
    dtype: 'F32',
    merge: 'rows',
    rows: ({ height, width }, { patchSize }) => (height / patchSize) * (width / patchSize),
    columns: patchLength,
  },
} as const satisfies Record<string, MergeRule>;

export type TrainInputKey = keyof typeof TRAIN_INPUTS;

/** Shape of the merged tensor of a key. */
export function trainInputShape(
  key: TrainInputKey,
  pictures: readonly RgbPicture[],
  config: VisionConfig,
): [rows: number, columns: number] {
  const { rows, columns } = TRAIN_INPUTS[key];
  return [pictures.reduce((sum, picture) => sum + rows(picture, config), 0), columns(config)];
}

/**
 * Merges a key's tensors of a sample's pictures: one allocation, into which each picture is written
 * once, out of its levels.
 *
 * @param pictures in the order of their placeholders, resized
 */
export function mergeTrainInput(
  key: TrainInputKey,
  pictures: readonly RgbPicture[],
  config: VisionConfig,
): Tensor {
  const { dtype } = TRAIN_INPUTS[key];
  const shape = trainInputShape(key, pictures, config);
  const data = key === 'pixel_values' ? pixelValues : imageGrids;
  return { dtype, shape, data: data(shape[0] * shape[1], pictures, config) };
}

function pixelValues(
  length: number,
  pictures: readonly RgbPicture[],
  config: VisionConfig,
): Float32Array<ArrayBuffer> {
  const data = new Float32Array(length);
  const table = levelTable(config);
  let at = 0;
  for (const picture of pictures) at = patchify(picture, config, table, data, at);
  return data;
}

function imageGrids(
  length: number,
  pictures: readonly RgbPicture[],
  { patchSize }: VisionConfig,
): BigInt64Array<ArrayBuffer> {
  const data = new BigInt64Array(length);
  for (const [index, { height, width }] of pictures.entries()) {
    const grid = [1, height / patchSize, width / patchSize];
    data.set(grid.map(BigInt), index * grid.length);
  }
  return data;
}
