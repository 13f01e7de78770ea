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

/** Keys of slime's `multimodal_train_inputs` that pictures make. */
export type TrainInputKey = 'pixel_values' | 'image_grid_thw';

/** The tensors of one sample. */
export type TrainInputs = Record<TrainInputKey, Tensor>;

/**
 * How the tensors of all pictures of a sample become one: their rows stand under each other, in
 * the order of the placeholders. slime joins samples of a micro-batch alike (`dim=0`). Keys that
 * have one entry a token, as `mm_token_type_ids`, are none of these: they follow from the tokens.
 */
export const MERGE_RULES = {
  pixel_values: {
    dtype: 'F32',
    merge: 'rows',
    rows: (picture: RgbPicture, { patchSize }: VisionConfig) =>
      (picture.height / patchSize) * (picture.width / patchSize),
    columns: patchLength,
  },
  image_grid_thw: { dtype: 'I64', merge: 'rows', rows: () => 1, columns: () => 3 },
} as const;

/** Shape of a merged tensor. */
export function trainInputShape(
  key: TrainInputKey,
  pictures: readonly RgbPicture[],
  config: VisionConfig,
): [rows: number, columns: number] {
  const { rows, columns } = MERGE_RULES[key];
  return [pictures.reduce((sum, picture) => sum + rows(picture, config), 0), columns(config)];
}

/**
 * Makes the trainer's tensors of a sample's pictures, each in one allocation that every picture is
 * written into once.
 */
export function mergeTrainInputs(
  pictures: readonly RgbPicture[],
  config: VisionConfig,
): TrainInputs {
  const pixelShape = trainInputShape('pixel_values', pictures, config);
  const pixels = new Float32Array(pixelShape[0] * pixelShape[1]);
  const gridShape = trainInputShape('image_grid_thw', pictures, config);
  const grids = new BigInt64Array(gridShape[0] * gridShape[1]);
  const table = levelTable(config);
  let at = 0;
  for (const [index, picture] of pictures.entries()) {
    at = patchify(picture, config, table, pixels, at);
    const { height, width } = picture;
    const grid = [1, height / config.patchSize, width / config.patchSize];
    grids.set(grid.map(BigInt), index * grid.length);
  }
  return {
    pixel_values: { dtype: MERGE_RULES.pixel_values.dtype, shape: pixelShape, data: pixels },
    image_grid_thw: { dtype: MERGE_RULES.image_grid_thw.dtype, shape: gridShape, data: grids },
  };
}
