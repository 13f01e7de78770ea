import type { VisionConfig } from './vision-config.ts';

const LEVELS = 256;

/**
 * What each level of red, green and blue becomes: 3 × 256 floats, rounded in each step as the
 * backend does. PIL's processor (numpy) rescales in double precision, then subtracts and divides
 * in single; torch's folds the rescale into mean and std.
 */
export function levelTable({ mean, std, rescaleFactor, backend }: VisionConfig): Float32Array {
  const single = Math.fround;
  const table = new Float32Array(3 * LEVELS);
  for (let channel = 0; channel < 3; channel += 1) {
    const average = single(mean[channel] ?? 0);
    const deviation = single(std[channel] ?? 1);
    const unscale = single(1 / rescaleFactor);
    for (let level = 0; level < LEVELS; level += 1) {
      table[channel * LEVELS + level] =
        backend === 'torch'
          ? single(single(level - single(average * unscale)) / single(deviation * unscale))
          : single(single(single(level * rescaleFactor) - average) / deviation);
    }
  }
  return table;
}
