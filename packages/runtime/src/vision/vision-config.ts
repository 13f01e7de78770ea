import type { ChannelValues } from './channel-values.ts';

/**
 * Whose arithmetic resizes pictures and scales their levels: PIL's, with numpy's; that of PIL from
 * version 13 on, which resizes some pictures down before across; torch's. A trainer's processor
 * has one of them.
 */
export type PictureBackend = 'pil' | 'pil13' | 'torch';

/** What the checkpoint's image processor does to a picture. */
export interface VisionConfig {
  /** Side of a patch in pixels. */
  readonly patchSize: number;
  /** Times that a still picture is repeated in its patches. */
  readonly temporalPatchSize: number;
  /** Patches along a side that become one token. */
  readonly mergeSize: number;
  /** Bounds of height times width after the resize. */
  readonly minPixels: number;
  readonly maxPixels: number;
  /** What a level of 0 to 255 is multiplied by. */
  readonly rescaleFactor: number;
  /** Of red, green and blue, after the rescale. */
  readonly mean: ChannelValues;
  readonly std: ChannelValues;
  readonly backend: PictureBackend;
  /** Whether the checkpoint names its processor: only then does a trainer take its tensors. */
  readonly isDeclared: boolean;
}

/** OpenAI's CLIP statistics, which Qwen2-VL and Qwen2.5-VL normalise by. */
export const CLIP_MEAN = [0.48145466, 0.4578275, 0.40821073] as const;
export const CLIP_STD = [0.26862954, 0.26130258, 0.27577711] as const;

/** What transformers' class takes for what `preprocessor_config.json` leaves out. */
export const classDefaults: VisionConfig = {
  patchSize: 14,
  temporalPatchSize: 2,
  mergeSize: 2,
  minPixels: 56 * 56,
  maxPixels: 28 * 28 * 1280,
  rescaleFactor: 1 / 255,
  mean: CLIP_MEAN,
  std: CLIP_STD,
  backend: 'pil',
  isDeclared: true,
};

/** Qwen2.5-VL as it is published, which stands in where a checkpoint has no processor's file. */
export const qwenVisionDefaults: VisionConfig = {
  ...classDefaults,
  maxPixels: 28 * 28 * 16_384,
  isDeclared: false,
};
