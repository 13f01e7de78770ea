/** How the checkpoint's image processor cuts a picture into patches. */
export interface VisionConfig {
  /** Side of a patch in pixels. */
  readonly patchSize: number;
  /** Patches along a side that become one token. */
  readonly mergeSize: number;
  /** Bounds of height times width after the resize. */
  readonly minPixels: number;
  readonly maxPixels: number;
}

/** Qwen2.5-VL's defaults, which transformers takes for what `preprocessor_config.json` leaves out. */
export const qwenVisionDefaults: VisionConfig = {
  patchSize: 14,
  mergeSize: 2,
  minPixels: 56 * 56,
  maxPixels: 28 * 28 * 16_384,
};
