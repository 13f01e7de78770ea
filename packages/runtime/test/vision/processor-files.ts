/** Keys of Qwen2.5-VL's `preprocessor_config.json`, with the values that it is published with. */
export const QWEN2_5_VL = {
  image_processor_type: 'Qwen2VLImageProcessor',
  min_pixels: 3136,
  max_pixels: 12_845_056,
  patch_size: 14,
  temporal_patch_size: 2,
  merge_size: 2,
  rescale_factor: 1 / 255,
  image_mean: [0.48145466, 0.4578275, 0.40821073],
  image_std: [0.26862954, 0.26130258, 0.27577711],
};

/** Those of Qwen3-VL and Qwen3.5. */
export const QWEN3_VL = {
  image_processor_type: 'Qwen2VLImageProcessorFast',
  size: { longest_edge: 16_777_216, shortest_edge: 65_536 },
  patch_size: 16,
  temporal_patch_size: 2,
  merge_size: 2,
  rescale_factor: 1 / 255,
  image_mean: [0.5, 0.5, 0.5],
  image_std: [0.5, 0.5, 0.5],
};
