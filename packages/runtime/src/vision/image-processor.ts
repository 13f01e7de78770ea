import { z } from 'zod';
import { MOST_PIXELS } from './bounded-size.ts';
import { readChannelValues, readDeviations } from './channel-values.ts';
import {
  classDefaults,
  type PictureBackend,
  qwenVisionDefaults,
  type VisionConfig,
} from './vision-config.ts';

/** An image processor that cannot be used, why, and the way out: told when the first picture comes. */
export interface RefusedProcessor {
  readonly refused: string;
}

/** A checkpoint's image processor. */
export type ImageProcessor = VisionConfig | RefusedProcessor;

const pixels = z.number().positive().nullish();
const side = z.int().positive().nullish();
const channels = z.unknown().optional();

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

/** Classes of a processor of text and pictures that has it. */
const PROCESSORS = /^Qwen(2|2_5_|3)VLProcessor$/;

/** Models whose pictures that processor makes, where the file names no class. */
const MODELS = /^qwen(2_vl|2_5_vl|3_vl|3_vl_moe|3_5|3_5_moe)$/;

/** PIL's number of its bicubic filter. */
const BICUBIC = 3;

/** Times that a picture is repeated in a patch: two in all models; each takes the tensor's memory. */
const MOST_REPEATS = 4;

const SWITCHES = ['do_resize', 'do_rescale', 'do_normalize', 'do_convert_rgb'] as const;

/**
 * Reads what a checkpoint's image processor does: those of Qwen2-VL, Qwen2.5-VL, Qwen3-VL and
 * Qwen3.5. Keys that the file leaves out are those of transformers' class; without a file it is
 * Qwen2.5-VL's. `min_pixels` and `max_pixels` win over `size`, as in transformers.
 *
 * @param file `preprocessor_config.json`, or `image_processor` in `processor_config.json`
 * @param model `model_type` of `config.json`
 * @param name of the file, for messages
 */
export function readImageProcessor(
  file: Readonly<Record<string, unknown>> | undefined,
  model: string | undefined,
  backend: PictureBackend,
  name = 'preprocessor_config.json',
): ImageProcessor {
  if (file === undefined) return { ...qwenVisionDefaults, backend };
  const foreign = foreignProcessor(file, model);
  if (foreign !== undefined) {
    return refuse(
      `${foreign} is not implemented, only that of Qwen2-VL, Qwen2.5-VL, Qwen3-VL and Qwen3.5. ` +
        OTHER_ROWS,
    );
  }
  if (NAMES.every((key) => typeof file[key] !== 'string') && model === undefined) {
    return refuse(
      `${name} names no image processor, and no config.json is there with a model_type: add ` +
        '"image_processor_type" as transformers saves it, or download config.json, too',
    );
  }
  const parsed = fileSchema.safeParse(file);
  if (!parsed.success) {
    return refuse(`${name} is not understood: ${z.prettifyError(parsed.error)}. ${MEND}`);
  }
  return readFields(parsed.data, backend, name);
}

/** Keys of the file that name a processor. */
const NAMES = ['image_processor_type', 'processor_class'] as const;

/**
 * The processor that the file or the model asks for, where it is another. The class of images
 * decides, as in transformers; without it neither the class around it nor the model may be foreign.
 */
function foreignProcessor(
  file: Readonly<Record<string, unknown>>,
  model: string | undefined,
): string | undefined {
  const [type, around] = NAMES.map((name) => file[name]);
  if (typeof type === 'string') {
    return CLASSES.test(type) ? undefined : `the image processor ${type}`;
  }
  if (model !== undefined && !MODELS.test(model)) {
    return `the image processor of the model type ${model}`;
  }
  if (typeof around !== 'string' || PROCESSORS.test(around)) return undefined;
  return `the image processor of ${around}`;
}

const OTHER_ROWS = 'Take a checkpoint of one of these, or rows without pictures';
const MEND = 'Download it again, or mend it';

function readFields(file: File, backend: PictureBackend, name: string): ImageProcessor {
  const off = SWITCHES.find((key) => file[key] === false);
  if (off !== undefined) {
    return refuse(`${off}: false in ${name} is not implemented. Take rows without pictures`);
  }
  const resample = file.resample ?? BICUBIC;
  if (resample !== BICUBIC) {
    return refuse(
      `resample: ${resample} in ${name} is not implemented, only ${BICUBIC} (bicubic). ` +
        'Take rows without pictures',
    );
  }
  const { size } = file;
  const low = file.min_pixels ?? size?.shortest_edge ?? size?.min_pixels;
  const high = file.max_pixels ?? size?.longest_edge ?? size?.max_pixels;
  if (size && (!low || !high)) {
    return refuse(`size in ${name} lacks shortest_edge or longest_edge. ${MEND}`);
  }
  const patchSize = file.patch_size ?? classDefaults.patchSize;
  const mergeSize = file.merge_size ?? classDefaults.mergeSize;
  if ((patchSize * mergeSize) ** 2 > MOST_PIXELS) {
    return refuse(
      `patch_size ${patchSize} and merge_size ${mergeSize} in ${name} make no picture smaller than ` +
        `${patchSize * mergeSize} pixels a side; at most ${MOST_PIXELS} pixels are allowed. ${MEND}`,
    );
  }
  const temporalPatchSize = file.temporal_patch_size ?? classDefaults.temporalPatchSize;
  if (temporalPatchSize > MOST_REPEATS) {
    return refuse(
      `temporal_patch_size ${temporalPatchSize} in ${name} repeats a picture as often in a tensor; ` +
        `at most ${MOST_REPEATS} times are allowed. ${MEND}`,
    );
  }
  const mean = readChannelValues(file.image_mean ?? classDefaults.mean);
  if (typeof mean === 'string') return refuse(`image_mean in ${name} ${mean}. ${MEND}`);
  const std = readDeviations(file.image_std ?? classDefaults.std);
  if (typeof std === 'string') return refuse(`image_std in ${name} ${std}. ${MEND}`);
  return {
    patchSize,
    temporalPatchSize,
    mergeSize,
    minPixels: low ?? classDefaults.minPixels,
    maxPixels: high ?? classDefaults.maxPixels,
    rescaleFactor: file.rescale_factor ?? classDefaults.rescaleFactor,
    mean,
    std,
    backend,
    isDeclared: true,
  };
}

function refuse(refused: string): RefusedProcessor {
  return { refused };
}
