import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { resizePixels } from '../../src/vision/resize-pixels.ts';
import type { PictureBackend } from '../../src/vision/vision-config.ts';

function resized(from: [number, number], to: [number, number], backend: PictureBackend): string {
  const [width, height] = from;
  const levels = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251);
  const made = resizePixels({ width, height, levels }, { width: to[0], height: to[1] }, backend);
  return createHash('sha256').update(made.levels).digest('hex').slice(0, 16);
}

// Digests of what PIL 11.3, PIL 13.0 and torch 2.15 with torchvision 0.29 made of these levels.
test.each<[[number, number], [number, number], string, string, string]>([
  [[60, 80], [56, 84], '007211352b3a3d53', '007211352b3a3d53', '635e2424cff7d1fd'],
  [[80, 60], [84, 56], 'b51d6cff96a10e1d', 'ecf79b336df6c8be', '4b65fafd3519bccb'],
  [[333, 201], [336, 196], '1f329d63da89637d', 'a9e28fc1cf0e0b42', '59662339f67202b2'],
  [[201, 333], [196, 336], '6fc83f1cc1371ad8', '6fc83f1cc1371ad8', '28a996065ae30dd5'],
  [[300, 200], [84, 56], 'c390660a865e54b4', 'c390660a865e54b4', '29c05108d35c2fc8'],
  [[7, 9], [28, 56], 'ca3a2a52fcaf65ce', 'ca3a2a52fcaf65ce', '48b9a3341cd144d4'],
  [[640, 480], [640, 336], 'd26b9a39fa2c236c', 'd26b9a39fa2c236c', '244ecfe2535e8eef'],
  [[50, 400], [56, 84], '54b759a73dc6c782', '120f1d39dcfb3732', '49784abbef351bd8'],
  [[120, 90], [112, 90], '15a7ca2d1130f6f9', '15a7ca2d1130f6f9', '15a7ca2d1130f6f9'],
  [[117, 155], [100, 120], 'e590f90689406488', '50b96baa9bfc0d37', '4970c389200452db'],
  [[117, 157], [105, 133], '76644a3a71c111b7', '76644a3a71c111b7', '38e649651434a9ba'],
])('%j to %j has the bytes of each backend', (from, to, pil, pil13, torch) => {
  expect(resized(from, to, 'pil')).toBe(pil);
  expect(resized(from, to, 'pil13')).toBe(pil13);
  expect(resized(from, to, 'torch')).toBe(torch);
});

test('a picture of the right size is given back as it is', () => {
  const picture = { width: 28, height: 28, levels: new Uint8Array(28 * 28 * 3) };
  expect(resizePixels(picture, { width: 28, height: 28 }, 'pil')).toBe(picture);
});
