import { expect, test } from 'vitest';
import { loadEncoder } from '../../src/tokens/index.ts';
import { readImageProcessor } from '../../src/vision/image-processor.ts';
import { checkpointWith } from '../tokens/checkpoint-folder.ts';
import { picture } from './pictures.ts';
import { QWEN2_5_VL, QWEN3_VL } from './processor-files.ts';

const read = (file: Record<string, unknown> | undefined, model: string | null = 'qwen2_vl') =>
  readImageProcessor(file, model ?? undefined, 'pil', 'the file');

test('the published files of Qwen2.5-VL and Qwen3-VL are read', () => {
  expect(read(QWEN2_5_VL)).toMatchObject({
    patchSize: 14,
    minPixels: 3136,
    maxPixels: 12_845_056,
    mean: [0.48145466, 0.4578275, 0.40821073],
    isDeclared: true,
  });
  expect(read(QWEN3_VL)).toMatchObject({
    patchSize: 16,
    minPixels: 65_536,
    maxPixels: 16_777_216,
    mean: [0.5, 0.5, 0.5],
    std: [0.5, 0.5, 0.5],
  });
});

test('what a file leaves out is what transformers’ class has, and without a file Qwen2.5-VL', () => {
  expect(read({})).toMatchObject({
    patchSize: 14,
    temporalPatchSize: 2,
    mergeSize: 2,
    minPixels: 3136,
    maxPixels: 1_003_520,
    rescaleFactor: 1 / 255,
  });
  expect(read(undefined)).toMatchObject({ maxPixels: 12_845_056, isDeclared: false });
});

test.each([
  [{ min_pixels: 1000, max_pixels: 2000 }, 1000, 2000],
  [{ size: { shortest_edge: 1000, longest_edge: 2000 } }, 1000, 2000],
  [{ size: { min_pixels: 1000, max_pixels: 2000 } }, 1000, 2000],
  [{ size: { shortest_edge: 1, longest_edge: 2 }, min_pixels: 1000, max_pixels: 2000 }, 1000, 2000],
  [{ size: { shortest_edge: 1000, longest_edge: 2 }, max_pixels: 2000 }, 1000, 2000],
  [{ max_pixels: 2000, size: null }, 3136, 2000],
])('bounds have several spellings, and min_pixels wins: %j', (file, minPixels, maxPixels) => {
  expect(read(file)).toMatchObject({ minPixels, maxPixels });
});

test('one mean for all channels is spread', () => {
  expect(read({ image_mean: 0.5, image_std: 0.25 })).toMatchObject({
    mean: [0.5, 0.5, 0.5],
    std: [0.25, 0.25, 0.25],
  });
});

test.each([
  [{ image_processor_type: 'Glm4vImageProcessor' }, 'Glm4vImageProcessor is not implemented'],
  [{ image_processor_type: 'Gemma3ImageProcessor', image_mean: [0.5] }, 'Gemma3ImageProcessor'],
  [{ do_resize: false }, 'do_resize: false'],
  [{ do_rescale: false }, 'do_rescale: false'],
  [{ do_normalize: false }, 'do_normalize: false'],
  [{ do_convert_rgb: false }, 'do_convert_rgb: false'],
  [{ resample: 2 }, 'resample: 2'],
  [{ size: { shortest_edge: 3136 } }, 'lacks shortest_edge or longest_edge'],
  [{ size: { height: 224, width: 224 } }, 'lacks shortest_edge or longest_edge'],
  [{ image_std: [0.5, 0, 0.5] }, 'image_std in the file is 0 for green'],
  [{ patch_size: 'large' }, 'patch_size'],
  [{ patch_size: 100_000 }, 'patch_size 100000 and merge_size 2 in the file'],
  [{ patch_size: 100_000, min_pixels: 10 ** 12 }, 'patch_size 100000 and merge_size 2 in the file'],
  [{ merge_size: 414 }, 'patch_size 14 and merge_size 414 in the file'],
  [{ temporal_patch_size: 5 }, 'temporal_patch_size 5 in the file repeats'],
  [{ temporal_patch_size: 2 ** 40 }, 'temporal_patch_size 1099511627776 in the file repeats'],
])('a processor that is not implemented is refused by name: %j', (file, reason) => {
  expect(read(file)).toEqual({ refused: expect.stringContaining(reason) });
});

test.each([
  [[], 'is a list of 0, not a number or a list of three, for red, green and blue'],
  [[0.5], 'is a list of 1, not a number or a list of three'],
  [[0.5, 0.5], 'is a list of 2, not'],
  [[0.5, 0.5, 0.5, 0.5], 'is a list of 4, not'],
  [['0.5', 0.5, 0.5], 'has "0.5" at place 0, not'],
  [[0.5, null, 0.5], 'has null at place 1, not'],
  [[0.5, 0.5, [0.5]], 'has [0.5] at place 2, not'],
  ['0.5', 'is "0.5", not a number'],
  [true, 'is true, not a number'],
  [{ red: 0.5 }, 'is {"red":0.5}, not a number'],
])('a mean or a deviation that is none is told with file and key: %j', (value, reason) => {
  for (const key of ['image_mean', 'image_std']) {
    expect(read({ [key]: value })).toEqual({
      refused: expect.stringContaining(`${key} in the file ${reason}`),
    });
  }
});

test.each([
  [0, '0 for red'],
  [[0.5, 0.5, 0], '0 for blue'],
  [[0.5, -0.5, 0.5], '-0.5 for green'],
])('a deviation must be above 0: %j', (std, what) => {
  expect(read({ image_std: std })).toEqual({
    refused: expect.stringContaining(
      `image_std in the file is ${what}: levels are divided by it, so that it must be above 0`,
    ),
  });
  expect(read({ image_mean: std })).toHaveProperty('mean');
});

test.each([
  ['preprocessor_config.json', 'image_std in ', { image_std: [1] }],
  ['processor_config.json', 'image_mean in ', { image_processor: { image_mean: [1] } }],
])('a picture is refused with the broken file: %s', async (name, key, content) => {
  const checkpoint = await checkpointWith('{{ 1 }}', {
    'config.json': { model_type: 'qwen2_vl' },
    [name]: content,
  });
  const encoder = await loadEncoder({ checkpoint });
  const images = [await picture(56, 56).png().toBuffer()];
  await expect(
    (async () => await encoder.encodePrompt('<|image_pad|>', { images }))(),
  ).rejects.toThrow(`${key}${checkpoint}/${name}`);
});

test('a file that names no class is judged by the model', () => {
  for (const model of ['qwen2_vl', 'qwen2_5_vl', 'qwen3_vl', 'qwen3_vl_moe', 'qwen3_5']) {
    expect(read({ patch_size: 16 }, model)).toMatchObject({ patchSize: 16 });
  }
  expect(read({ patch_size: 16 }, 'glm4v')).toEqual({
    refused: expect.stringContaining('model type glm4v'),
  });
  expect(read({ image_processor_type: 'Qwen2VLImageProcessorFast' }, 'my_model')).toMatchObject({
    patchSize: 14,
  });
});

test.each<[Record<string, unknown>, string | null, string | null]>([
  [{ processor_class: 'LlavaProcessor' }, null, 'LlavaProcessor is not implemented'],
  [{ processor_class: 'LlavaProcessor' }, 'qwen2_vl', 'LlavaProcessor is not implemented'],
  [{ processor_class: 'Qwen2VLProcessor' }, 'llava', 'model type llava is not implemented'],
  [{ size: null }, null, 'the file names no image processor'],
  [{}, null, 'the file names no image processor'],
  [{ processor_class: 'Qwen2VLProcessor' }, null, null],
  [{ processor_class: 'Qwen2_5_VLProcessor' }, null, null],
  [{ processor_class: 'Qwen3VLProcessor' }, 'qwen3_5', null],
  [{ image_processor_type: 'Qwen2VLImageProcessor', processor_class: 'MyProcessor' }, 'x', null],
])(
  'a processor must be named, and be one that is implemented: %j of %s',
  (file, model, refused) => {
    if (refused === null) expect(read(file, model)).toMatchObject({ patchSize: 14 });
    else expect(read(file, model)).toEqual({ refused: expect.stringContaining(refused) });
  },
);

test.each([
  { 'preprocessor_config.json': { processor_class: 'LlavaProcessor' } },
  { 'processor_config.json': { processor_class: 'LlavaProcessor', image_processor: {} } },
])('a foreign processor without a model refuses the first picture: %j', async (files) => {
  const encoder = await loadEncoder({ checkpoint: await checkpointWith('{{ 1 }}', files) });
  const images = [await picture(56, 56).png().toBuffer()];
  await expect(
    (async () => await encoder.encodePrompt('<|image_pad|>', { images }))(),
  ).rejects.toThrow('LlavaProcessor is not implemented');
});

test('a checkpoint with another processor takes text, and refuses the first picture by name', async () => {
  const encoder = await loadEncoder({
    checkpoint: await checkpointWith('{% for m in messages %}{{ m.content }}{% endfor %}', {
      'preprocessor_config.json': { image_processor_type: 'Glm4vImageProcessor' },
    }),
  });
  expect([...(await encoder.encodePrompt('abc', {})).ids]).toEqual([97, 98, 99]);
  const images = [await picture(56, 56).png().toBuffer()];
  const encoded = async () => await encoder.encodePrompt('<|image_pad|>', { images });
  await expect(encoded()).rejects.toThrow(
    expect.objectContaining({
      code: 'SLIME_ENCODER',
      message: expect.stringContaining('Glm4vImageProcessor is not implemented'),
    }),
  );
});
