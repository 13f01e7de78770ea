import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smartResize } from '../../src/vision/smart-resize.ts';

type Case = [height: number, width: number, factor: number, minPixels: number, maxPixels: number];

const resize = ([height, width, factor, minPixels, maxPixels]: Case) => {
  const size = smartResize({ height, width }, factor, minPixels, maxPixels);
  return [size.height, size.width];
};

// Recorded from Python, which rounds halves to even.
test.each<[...Case, number, number]>([
  [3809, 80, 32, 65_536, 1_310_720, 3808, 64],
  [14, 14, 28, 3136, 12_845_056, 56, 56],
  [42, 70, 28, 3136, 12_845_056, 56, 56],
  [337, 511, 28, 3136, 1_003_520, 336, 504],
  [789, 1094, 28, 3136, 1_003_520, 784, 1092],
  [3268, 3770, 28, 3136, 1_003_520, 924, 1064],
  [6000, 4000, 28, 3136, 12_845_056, 4368, 2912],
  [1, 200, 28, 3136, 12_845_056, 28, 812],
  [100, 100, 32, 65_536, 16_777_216, 256, 256],
  [4320, 7680, 32, 65_536, 16_777_216, 3072, 5440],
])('a picture of %i x %i (factor %i) gets the size that Python gives it', (...row) => {
  const [height, width, factor, minPixels, maxPixels, ...expected] = row;
  expect(resize([height, width, factor, minPixels, maxPixels])).toEqual(expected);
});

const numRuns = process.env['SLIME_TEST_TIER'] === 'full' ? 100_000 : 20_000;

test(`${numRuns} sizes are those of Python’s smart_resize`, { timeout: 60_000 }, (context) => {
  const bounds = fc.constantFrom<[number, number, number]>(
    [28, 3136, 1_003_520],
    [28, 3136, 12_845_056],
    [32, 65_536, 1_310_720],
  );
  const side = fc.integer({ min: 10, max: 6000 });
  const cases = fc
    .sample(fc.tuple(side, side, bounds), { seed: 2, numRuns })
    .map(([height, width, rest]): Case => [height, width, ...rest])
    .filter(([height, width]) => Math.max(height, width) / Math.min(height, width) <= 200);
  const { status, stdout, error } = spawnSync(
    process.env['SLIME_PYTHON'] ?? 'python3',
    ['-c', SMART_RESIZE],
    { input: JSON.stringify(cases), encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  if (status !== 0) return context.skip(`SLIME_PYTHON (default python3) did not run: ${error}`);
  expect(cases.map(resize)).toEqual(JSON.parse(stdout));
});

const SMART_RESIZE = `
import json, math, sys
def smart_resize(h, w, factor, low, high):
    h_bar, w_bar = round(h / factor) * factor, round(w / factor) * factor
    if h_bar * w_bar > high:
        beta = math.sqrt((h * w) / high)
        h_bar = max(factor, math.floor(h / beta / factor) * factor)
        w_bar = max(factor, math.floor(w / beta / factor) * factor)
    elif h_bar * w_bar < low:
        beta = math.sqrt(low / (h * w))
        h_bar, w_bar = math.ceil(h * beta / factor) * factor, math.ceil(w * beta / factor) * factor
    return h_bar, w_bar
json.dump([smart_resize(*case) for case in json.load(sys.stdin)], sys.stdout)
`;

test('a picture more than 200 times as long as wide is refused', () => {
  expect(() => resize([1, 201, 28, 3136, 12_845_056])).toThrow(/^is 201x1, 201.0 times as long/);
  expect(() => resize([4001, 20, 28, 3136, 12_845_056])).toThrow(/^is 20x4001, 200.1 times/);
  expect(resize([4000, 20, 28, 3136, 12_845_056])).toEqual([4004, 28]);
});
