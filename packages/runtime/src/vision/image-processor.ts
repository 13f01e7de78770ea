import { z } from 'zod';
import {
  classDefaults,
  type PictureBackend,
  qwenVisionDefaults,
  type VisionConfig,
} from './vision-config.ts';

/** An image processor that is not implemented, and why: told when the first picture comes. */
export interface RefusedProcessor {
  readonly refused: string;
}

/** A checkpoint's image processor. */
export type ImageProcessor = VisionConfig | RefusedProcessor;

const pixels = z.number().positive().nullish();
const side = z.int().positive().nullish();
const channels = z.union([z.number(), z.tuple([z.number(), z.number(), z.number()])]).nullish();

const fileSchema = z.looseObject({
  patch_size: side,
  temporal_patch_size: side,
  merge_size: side,
  min_pixels: pixels,
  max_pixels: pixels,
  size: z
    .looseObject({
      shortest_edge: pixels,
      longest_edge: pixels,
      min_pixels: pixels,
      max_pixels: pixels,
    })
    .nullish(),
  image_mean: channels,
  image_std: channels,
  rescale_factor: z.number().positive().nullish(),
  resample: z.int().nullish(),
  do_resize: z.boolean().nullish(),
  do_rescale: z.boolean().nullish(),
  do_normalize: z.boolean().nullish(),
  do_convert_rgb: z.boolean().nullish(),
});

type File = z.output<typeof fileSchema>;

/** One processor under two names; `Fast` and `Pil` behind them are its backends. */
const CLASSES = /^Qwen2(_5_)?VLImageProcessor(Fast|Pil)?$/;

/** Models whose pictures that processor makes, where the file names no class. */
const MODELS = /^qwen(2_vl|2_5_vl|3_vl|3_vl_moe|3_5|3_5_moe)$/;

/** PIL's number of its bicubic filter. */
const BICUBIC = 3;

const SWITCHES = ['do_resize', 'do_rescale', 'do_normalize', 'do_convert_rgb'] as const;

/**
 * Reads what a checkpoint's image processor does: those of Qwen2-VL, Qwen2.5-VL, Qwen3-VL and
 * Qwen3.5. Keys that the file leaves out are those of transformers' class; without a file it is
 * Qwen2.5-VL's. `min_pixels` and `max_pixels` win over `size`, as in transformers.
 *
 * @param file `preprocessor_config.json`, or `image_processor` in `processor_config.json`
 * @param model `model_type` of `config.json`
 */
export function readImageProcessor(
  file: Readonly<Record<string, unknown>> | undefined,
  model: string | undefined,
  backend: PictureBackend,
): ImageProcessor {
  if (file === undefined) return { ...qwenVisionDefaults, backend };
  const type = file['image_processor_type'];
  if (typeof type === 'string' ? !CLASSES.test(type) : model !== undefined && !MODELS.test(model)) {
    const name = typeof type === 'string' ? type : `of the model type ${model}`;
    return refuse(
      `the image processor ${name} is not implemented, only that of Qwen2-VL, ` +
        'Qwen2.5-VL, Qwen3-VL and Qwen3.5',
    );
  }
  const parsed = fileSchema.safeParse(file);
  if (!parsed.success) {
    return refuse(`the image processor's file is not understood: ${z.prettifyError(parsed.error)}`);
  }
  return readFields(parsed.data, backend);
}

function readFields(file: File, backend: PictureBackend): ImageProcessor {
  const off = SWITCHES.find((name) => file[name] === false);
  if (off !== undefined) return refuse(`an image processor with ${off}: false is not implemented`);
  const resample = file.resample ?? BICUBIC;
  if (resample !== BICUBIC) {
    return refuse(
      `an image processor with resample: ${resample} is not implemented, only ${BICUBIC} (bicubic)`,
    );
  }
  const { size } = file;
  const low = file.min_pixels ?? size?.shortest_edge ?? size?.min_pixels;
  const high = file.max_pixels ?? size?.longest_edge ?? size?.max_pixels;
  if (size && (!low || !high)) {
    return refuse(
      'an image processor whose size lacks shortest_edge or longest_edge is no valid one',
    );
  }
  const std = ofChannels(file.image_std ?? classDefaults.std);
  if (std.includes(0)) return refuse('an image processor with an image_std of 0 is no valid one');
  return {
    patchSize: file.patch_size ?? classDefaults.patchSize,
    temporalPatchSize: file.temporal_patch_size ?? classDefaults.temporalPatchSize,
    mergeSize: file.merge_size ?? classDefaults.mergeSize,
    minPixels: low ?? classDefaults.minPixels,
    maxPixels: high ?? classDefaults.maxPixels,
    rescaleFactor: file.rescale_factor ?? classDefaults.rescaleFactor,
    mean: ofChannels(file.image_mean ?? classDefaults.mean),
    std,
    backend,
    isDeclared: true,
  };
}

function refuse(refused: string): RefusedProcessor {
  return { refused };
}

function ofChannels(
  value: number | readonly [number, number, number],
): readonly [number, number, number] {
  return typeof value === 'number' ? [value, value, value] : value;
}
