import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { z } from 'zod';
import { decodePicture } from '../../src/vision/decode-picture.ts';
import { readImageProcessor } from '../../src/vision/image-processor.ts';
import { PictureReader } from '../../src/vision/picture-reader.ts';
import { type RgbPicture, resizePixels } from '../../src/vision/resize-pixels.ts';
import { smartResize } from '../../src/vision/smart-resize.ts';
import { mergeTrainInput } from '../../src/vision/train-inputs.ts';
import type { PictureBackend, VisionConfig } from '../../src/vision/vision-config.ts';
import { QWEN2_5_VL, QWEN3_VL } from './processor-files.ts';

/** Python may have to load torch, on a machine that is busy. */
const TIMEOUT = 600_000;

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const files = [QWEN2_5_VL, QWEN3_VL, { ...QWEN2_5_VL, max_pixels: 50_000, min_pixels: 40_000 }];
const side = fc.integer({ min: 1, max: 900 });
const sizes = fc
  .sample(fc.tuple(side, side), { seed: 11, numRuns: isFull ? 150 : 14 })
  .filter(([height, width]) => Math.max(height, width) / Math.min(height, width) <= 200);
const parts = [
  { name: 'rgb.png', min: 3136, max: 20_000 },
  { name: 'rgba.png', min: 200_000, max: 300_000 },
  { name: 'palette-alpha.png', min: 3136, max: 40_000 },
  // Below what the processor takes: it makes them larger again.
  { name: 'gray.jpg', min: 100, max: 1500 },
];
const countedSide = fc.integer({ min: 1, max: 8000 });
const counted = fc
  .sample(fc.tuple(countedSide, countedSide), { seed: 12, numRuns: isFull ? 42_000 : 8_000 })
  .filter(([height, width]) => Math.max(height, width) / Math.min(height, width) <= 200);

const made = z.object({ pixel_values: z.string(), grid: z.array(z.int()) });
const reportSchema = z.object({
  versions: z.string(),
  names: z.array(z.string()),
  refused: z.array(z.string()),
  results: z.array(made.extend({ decoded: z.string(), resized: z.string() })),
  parts: z.array(made.extend({ sent: z.string() })),
  transformers: z.union([
    z.object({ missing: z.string() }),
    z.object({
      version: z.string(),
      pil: z.array(made),
      torch: z.array(made),
      resized: z.array(z.string()),
    }),
  ]),
  counts: z.array(
    z.union([z.object({ missing: z.string() }), z.object({ tokens: z.array(z.int()) })]),
  ),
});

let folder: string;
let report: z.output<typeof reportSchema> | string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'golden-pictures-'));
  const judge = fileURLToPath(new URL('picture_judge.py', import.meta.url));
  const input = JSON.stringify({ folder, seed: 7, sizes, counted, parts, configs: files });
  const { status, stdout, stderr, error } = spawnSync(
    process.env['SLIME_PYTHON'] ?? 'python3',
    [judge],
    { input, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  report =
    status === 0
      ? reportSchema.parse(JSON.parse(stdout))
      : `SLIME_PYTHON (default python3) has no PIL and numpy: ${error ?? stderr.trim().split('\n').at(-1)}`;
}, TIMEOUT);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function judged(context: TestContext): z.output<typeof reportSchema> {
  return typeof report === 'string' ? context.skip(report) : report;
}

/** PIL changed the order of its passes with version 13. */
function backendOf(versions: string): PictureBackend {
  return Number(/PIL (\d+)/.exec(versions)?.[1]) < 13 ? 'pil' : 'pil13';
}

function configOf(file: Record<string, unknown>, backend: PictureBackend): VisionConfig {
  const processor = readImageProcessor(file, undefined, backend);
  if ('refused' in processor) throw new Error(processor.refused);
  return processor;
}

const digest = (data: NodeJS.ArrayBufferView): string =>
  createHash('sha256').update(data).digest('hex');

async function decoded(name: string): Promise<RgbPicture> {
  return await decodePicture(await readFile(path.join(folder, name)), sharp);
}

function resized(picture: RgbPicture, config: VisionConfig): RgbPicture {
  const factor = config.patchSize * config.mergeSize;
  const size = smartResize(picture, factor, config.minPixels, config.maxPixels);
  return resizePixels(picture, size, config.backend);
}

function inputsOf(picture: RgbPicture, config: VisionConfig) {
  const grid = mergeTrainInput('image_grid_thw', [picture], config);
  const pixels = mergeTrainInput('pixel_values', [picture], config);
  return { pixel_values: digest(pixels.data), grid: Array.from(grid.data, Number) };
}

describe('pictures of every kind, in three configurations', { timeout: TIMEOUT }, () => {
  it('are decoded, resized and cut as PIL and numpy do it, bit for bit', async (context) => {
    const { names, results, versions } = judged(context);
    const found = [];
    for (const file of files) {
      const config = configOf(file, backendOf(versions));
      for (const name of names) {
        const picture = await decoded(name);
        const small = resized(picture, config);
        found.push({
          name,
          decoded: digest(picture.levels),
          resized: digest(small.levels),
          ...inputsOf(small, config),
        });
      }
    }
    const expected = results.map((result, at) => ({ name: names[at % names.length], ...result }));
    expect(found).toEqual(expected);
    console.info(`${found.length} pictures equal to those of ${versions}`);
  });

  it('are sent and trained on as the bounds of their parts say', async (context) => {
    const { parts: expected, versions } = judged(context);
    const config = configOf(QWEN2_5_VL, backendOf(versions));
    const reader = new PictureReader(config, folder);
    const found = await Promise.all(
      parts.map(async ({ name, min, max }) => {
        const read = await reader.read({ source: name, minPixels: min, maxPixels: max });
        const sent = Buffer.from(read.dataUri.split(',')[1] ?? '', 'base64');
        if (read.pixels === undefined) throw new Error(`${name} has no pixels`);
        return {
          sent: digest((await decodePicture(sent, sharp)).levels),
          ...inputsOf(read.pixels.picture, config),
        };
      }),
    );
    expect(found).toEqual(expected);
  });

  it('are what transformers’ own processors make of them, by PIL and by torch', async (context) => {
    const { names, transformers, versions } = judged(context);
    if ('missing' in transformers) {
      return context.skip(`SLIME_PYTHON has no transformers with torch: ${transformers.missing}`);
    }
    for (const backend of ['pil', 'torch'] as const) {
      const found = [];
      const levels = [];
      for (const file of files) {
        const config = configOf(file, backend === 'pil' ? backendOf(versions) : backend);
        for (const name of names) {
          const small = resized(await decoded(name), config);
          levels.push(digest(small.levels));
          found.push({ name, ...inputsOf(small, config) });
        }
      }
      if (backend === 'torch') expect(levels).toEqual(transformers.resized);
      expect(found).toEqual(
        transformers[backend].map((result, at) => ({ name: names[at % names.length], ...result })),
      );
    }
    console.info(`${2 * files.length * names.length} pictures equal: ${transformers.version}`);
  });

  it('stand for as many tokens as transformers counts', (context) => {
    const { counts } = judged(context);
    for (const [at, count] of counts.entries()) {
      if ('missing' in count) return context.skip(`SLIME_PYTHON: ${count.missing}`);
      const { patchSize, mergeSize, minPixels, maxPixels } = configOf(files[at] ?? {}, 'pil');
      const factor = patchSize * mergeSize;
      const found = counted.map(([height, width]) => {
        const size = smartResize({ height, width }, factor, minPixels, maxPixels);
        return (size.height / factor) * (size.width / factor);
      });
      expect(found).toEqual(count.tokens);
    }
    console.info(`${counts.length * counted.length} sizes have the token count of transformers`);
  });

  it('are refused by name where PIL and sharp read them differently', async (context) => {
    const { refused } = judged(context);
    const reader = new PictureReader(configOf(QWEN2_5_VL, 'pil'), folder);
    const messages = [];
    for (const source of refused) {
      const failed = await reader.read({ source }).catch((error: unknown) => String(error));
      messages.push(typeof failed === 'string' ? failed.replace(folder, '') : 'read');
    }
    expect(messages).toEqual([
      expect.stringMatching(/the picture \/cmyk.jpg is a CMYK JPEG/),
      expect.stringMatching(/the picture \/sixteen.png is a PNG of 16 bits a channel/),
      expect.stringMatching(/the picture \/picture.bmp is a BMP/),
      expect.stringMatching(/the picture \/picture.tif is a TIFF/),
    ]);
  });
});
