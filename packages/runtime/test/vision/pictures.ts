import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';

/** A picture with something in each pixel. */
export function picture(width: number, height: number, channels: 3 | 4 = 3) {
  const pixels = Buffer.from(
    Array.from({ length: width * height * channels }, (_, index) => (index * 7919) % 251),
  );
  return sharp(pixels, { raw: { width, height, channels } });
}

/** A folder that is gone after the test. */
export async function pictureFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
