import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { PictureThreads } from '../../src/vision/picture-threads.ts';
import { qwenVisionDefaults } from '../../src/vision/vision-config.ts';
import { picture, pictureFolder } from './pictures.ts';

// The program of the threads is bundled first, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const config = { ...qwenVisionDefaults, isDeclared: true };

async function readJob(width: number, height: number) {
  return {
    kind: 'read',
    bytes: await picture(width, height).png().toBuffer(),
    format: 'png',
    config,
    minPixels: undefined,
    maxPixels: undefined,
  } as const;
}

test('as many pictures as there are come back right, by as many threads as are allowed', async () => {
  const threads = new PictureThreads(2, 10);
  const widths = Array.from({ length: 12 }, (_, at) => 56 + 28 * at);
  let most = 0;
  const read = await Promise.all(
    widths.map(async (width) => {
      const facts = await threads.read(await readJob(width, 56));
      most = Math.max(most, threads.count);
      return facts.grid;
    }),
  );
  expect(read).toEqual(widths.map((width) => [1, 4, width / 14]));
  expect(most).toBe(2);
});

test('threads end when they have nothing to do, and start again', async () => {
  const threads = new PictureThreads(2, 1);
  await threads.read(await readJob(56, 56));
  await vi.waitFor(() => expect(threads.count).toBe(0));
  expect((await threads.read(await readJob(112, 56))).grid).toEqual([1, 4, 8]);
});

test('what is wrong with one picture is told of it, and the thread goes on', async () => {
  const threads = new PictureThreads(1, 10);
  const good = await readJob(56, 56);
  const bad = { ...good, bytes: good.bytes.subarray(0, 60) };
  const [failed, read] = await Promise.allSettled([threads.read(bad), threads.read(good)]);
  expect(failed).toMatchObject({
    status: 'rejected',
    reason: { name: 'PictureFault', message: expect.stringMatching(/^cannot be decoded: /) },
  });
  expect(read.status).toBe('fulfilled');
});

test('a thread that dies fails its own work, and another takes the rest', async () => {
  const program = path.join(await pictureFolder(), 'dies.mjs');
  await writeFile(
    program,
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ minPixels }) => {
      if (minPixels === 1) process.exit(3);
      if (minPixels === 2) throw new Error('out of memory');
      parentPort.postMessage({ kind: 'read', facts: { grid: [1, 2, 3] } });
    });`,
  );
  const threads = new PictureThreads(1, 10, async () => program);
  const all = [1, 2, 3].map(async (minPixels) =>
    threads.read({ ...(await readJob(56, 56)), minPixels }),
  );
  const failed = 'the thread that works on pictures failed';
  const rejected = (message: string) => ({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'SLIME_ENCODER', message }),
  });
  expect(await Promise.allSettled(all)).toEqual([
    rejected(`${failed}: it ended`),
    rejected(`${failed}: out of memory`),
    { status: 'fulfilled', value: { grid: [1, 2, 3] } },
  ]);
});

test('a tensor that cannot be made is told of, and the thread goes on', async () => {
  const threads = new PictureThreads(1, 10);
  const levels = new Uint8Array(0);
  const huge = { width: 2 ** 22, height: 2 ** 22, levels };
  const merge = threads.merge({ kind: 'merge', key: 'pixel_values', pictures: [huge], config });
  await expect(merge).rejects.toMatchObject({ code: 'SLIME_ENCODER' });
  expect((await threads.read(await readJob(56, 56))).grid).toEqual([1, 4, 4]);
});

test('what a thread resized is in memory that all threads see, and as many levels as its grid', async () => {
  const threads = new PictureThreads(1, 10);
  const { pixels, grid } = await threads.read(await readJob(60, 80));
  expect(pixels?.levels.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(pixels?.levels.length).toBe(grid[1] * grid[2] * 14 * 14 * 3);
  const kept = await threads.read({ ...(await readJob(60, 80)), config: qwenVisionDefaults });
  expect(kept.pixels).toBeNull();
});

test('bytes are given away, not copied, where nothing else lies beside them', async () => {
  const threads = new PictureThreads(1, 10);
  const job = await readJob(56, 56);
  const alone = new Uint8Array(job.bytes);
  const shared = new Uint8Array(alone.length + 1);
  shared.set(alone, 1);
  const [first, second] = await Promise.all([
    threads.read({ ...job, bytes: alone }),
    threads.read({ ...job, bytes: shared.subarray(1) }),
  ]);
  expect(first.grid).toEqual(second.grid);
  expect([alone.length, shared.length]).toEqual([0, job.bytes.length + 1]);
});

test('a picture that its part makes smaller goes to the engine as it is trained on', async () => {
  const threads = new PictureThreads(1, 10);
  const job = { ...(await readJob(300, 200)), maxPixels: 20_000 };
  const { dataUri, pixels, grid } = await threads.read(job);
  const { data, info } = await sharp(Buffer.from(dataUri.split(',')[1] ?? '', 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([grid[2] * 14, grid[1] * 14]);
  expect(data.equals(Buffer.from(pixels?.levels ?? []))).toBe(true);
});
