import { execFileSync } from 'node:child_process';
import { rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { PictureReader } from '../../src/vision/picture-reader.ts';
import { qwenVisionDefaults } from '../../src/vision/vision-config.ts';
import { picture, pictureFolder } from './pictures.ts';

// The program of the threads is bundled first, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const declared = { ...qwenVisionDefaults, isDeclared: true };
const reader = (baseDir = '/') => new PictureReader(declared, baseDir);
const bytesOf = (dataUri: string) => Buffer.from(dataUri.split(',')[1] ?? '', 'base64');

test('a picture’s tokens are its patches after the smart resize, four to one', async () => {
  const source = await picture(511, 337).png().toBuffer();
  const read = await reader().read({ source });
  expect(read).toMatchObject({ source, grid_thw: [1, 24, 36], tokens: 216 });
});

test.each(['png', 'jpeg', 'webp'] as const)('a %s goes to the engine as it is', async (format) => {
  const source = await picture(60, 80).toFormat(format).toBuffer();
  const { dataUri } = await reader().read({ source });
  expect(dataUri.startsWith(`data:image/${format};base64,`)).toBe(true);
  expect(bytesOf(dataUri).equals(source)).toBe(true);
});

test('paths are relative to the base folder, absolute paths and data: URIs stand for themselves', async () => {
  const folder = await pictureFolder();
  const bytes = await picture(56, 56).png().toBuffer();
  await writeFile(path.join(folder, 'a.png'), bytes);
  const sources = [
    'a.png',
    path.join(folder, 'a.png'),
    `data:image/png;base64,${bytes.toString('base64')}`,
  ];
  const uris = await Promise.all(
    sources.map(async (source) => (await reader(folder).read({ source })).dataUri),
  );
  expect(new Set(uris)).toEqual(new Set([sources[2]]));
});

test('bounds of a part resize the picture before the engine sees it', async () => {
  const source = await picture(800, 600).png().toBuffer();
  const read = await reader().read({ source, maxPixels: 200_000 });
  expect(read.dataUri.startsWith('data:image/png;base64,')).toBe(true);
  expect(await sharp(bytesOf(read.dataUri)).metadata()).toMatchObject({ width: 504, height: 364 });
  expect(read).toMatchObject({ grid_thw: [1, 26, 36], tokens: 234 });
  const large = await reader().read({ source, minPixels: 1_000_000 });
  expect(large.tokens).toBeGreaterThan((await reader().read({ source })).tokens);
});

test('bounds beyond what fits into memory are an error that names them', async () => {
  const source = await picture(8, 8).png().toBuffer();
  await expect(reader().read({ source, minPixels: 10 ** 12 })).rejects.toThrow(
    /min_pixels 1000000000000; at most 33554432 pixels are allowed/,
  );
});

test('transparency is laid over white, as the trainer’s processor does', async () => {
  const source = await sharp({
    create: { width: 56, height: 56, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const { dataUri } = await reader().read({ source });
  const { dominant } = await sharp(bytesOf(dataUri)).stats();
  expect(Object.values(dominant).every((level) => level > 240)).toBe(true);
  expect((await sharp(bytesOf(dataUri)).metadata()).hasAlpha).toBe(false);
});

test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a truncated %s is found', async (format) => {
  const folder = await pictureFolder();
  const whole = await picture(300, 200).toFormat(format).toBuffer();
  const file = path.join(folder, `cut.${format}`);
  await writeFile(file, whole.subarray(0, Math.floor(whole.length * 0.9)));
  await expect(reader(folder).read({ source: `cut.${format}` })).rejects.toThrow(
    expect.objectContaining({
      code: 'SLIME_DATA',
      message: expect.stringContaining(`${file} cannot be decoded`),
    }),
  );
});

test('a picture that declares more pixels than PIL takes is refused before it is decoded', async () => {
  const source = await picture(60, 60).png().toBuffer();
  // Width and height of the header, with its checksum.
  const huge = Buffer.from(source);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  huge.writeInt32BE(crc32(huge.subarray(12, 29)), 29);
  await expect(reader().read({ source: huge })).rejects.toThrow(/exceeds pixel limit/);
});

function crc32(bytes: Buffer): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc;
}

test.each([
  ['https://example.org/a.png', 'is a URL, which is not fetched'],
  ['missing.png', 'missing.png cannot be read: ENOENT'],
  ['data:image/png;base64,AAAA', 'is no PNG, JPEG, WebP or GIF'],
  ['data:image/png,AAAA', 'is not in base64'],
  ['data:nothing', 'has no comma'],
])('a source that cannot be used is named with the reason: %s', async (source, message) => {
  await expect(reader('/nowhere').read({ source })).rejects.toThrow(
    expect.objectContaining({ code: 'SLIME_DATA', message: expect.stringContaining(message) }),
  );
});

test('base64 in lines is read', async () => {
  const source = await picture(56, 56).png().toBuffer();
  const lines = source.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  expect(lines).toContain('\r\n');
  const { dataUri } = await reader().read({ source: `data:image/png;base64,${lines}` });
  expect(bytesOf(dataUri).equals(source)).toBe(true);
});

test('base64 is read whose name is in capitals', async () => {
  const source = await picture(56, 56).png().toBuffer();
  const { dataUri } = await reader().read({
    source: `data:image/png;BASE64,${source.toString('base64')}`,
  });
  expect(bytesOf(dataUri).equals(source)).toBe(true);
});

test.each([
  ['!', 'has "!" at character 5 of its base64'],
  [' ', 'has " " at character 5 of its base64'],
  ['é', 'has "é" at character 5 of its base64'],
  // Its lower byte is an A.
  ['\u0141', 'has "\u0141" at character 5 of its base64'],
  ['😀', 'has "😀" at character 5 of its base64'],
  ['-', 'at character 5 of its base64: this is base64url, write + and / instead'],
  ['_', 'at character 5 of its base64: this is base64url, write + and / instead'],
  ['=', 'has "=" at character 5 of its base64'],
])('base64 with a foreign character is refused by name: %s', async (character, message) => {
  const base64 = (await picture(56, 56).png().toBuffer()).toString('base64');
  const source = `data:image/png;base64,${base64.slice(0, 4)}${character}${base64.slice(5)}`;
  await expect(reader().read({ source })).rejects.toThrow(
    expect.objectContaining({ code: 'SLIME_DATA', message: expect.stringContaining(message) }),
  );
});

test.each([
  ['a character less', (base64: string) => base64.slice(0, -1)],
  ['padding of a whole text', (base64: string) => `${base64}==`],
  ['three signs of padding', (base64: string) => `${base64.slice(0, -3)}===`],
])('base64 is refused with %s', async (_, broken) => {
  const base64 = (await picture(57, 56).png().toBuffer()).subarray(0, 300).toString('base64');
  const source = `data:image/png;base64,${broken(base64)}`;
  await expect(reader().read({ source })).rejects.toThrow(
    /^the picture data:image.* has (?:\d+ characters|"=" at character \d+) of (?:its )?base64/,
  );
});

test('a text too long for a path is told from one, and only its beginning is shown', async () => {
  const base64 = (await picture(200, 200).png({ compressionLevel: 0 }).toBuffer()).toString(
    'base64',
  );
  const told = async (source: string) => {
    const error: unknown = await reader()
      .read({ source })
      .catch((thrown: unknown) => thrown);
    return error instanceof Error ? error.message : '';
  };
  expect(await told(base64)).toMatch(/ is no path, and is base64 by itself: give a path/);
  const broken = await told(`${base64.slice(0, 5000)}*${base64.slice(5001)}`);
  expect(broken).toContain('has "*" at character 5001 of its base64');
  expect(broken.length).toBeLessThan(300);
});

test('what would be read for ever is no picture: a pipe, a device', async () => {
  const folder = await pictureFolder();
  const pipe = path.join(folder, 'pipe.png');
  execFileSync('mkfifo', [pipe]);
  for (const source of [pipe, '/dev/zero', folder]) {
    await expect(reader().read({ source })).rejects.toThrow(
      `the picture ${source} is no regular file`,
    );
  }
});

test('a picture that is too elongated is named', async () => {
  const source = await picture(402, 2).png().toBuffer();
  await expect(reader().read({ source })).rejects.toThrow(
    /^the picture of \d+ bytes is 402x2, 201.0 times as long as wide/,
  );
});

test('a picture is read once, and again when its file changes', async () => {
  const folder = await pictureFolder();
  const file = path.join(folder, 'a.png');
  await picture(56, 56).png().toFile(file);
  const shared = reader(folder);
  const [first, second] = await Promise.all([
    shared.read({ source: 'a.png' }),
    shared.read({ source: file }),
  ]);
  expect(second.pixels).toBe(first.pixels);
  expect([first.source, second.source]).toEqual(['a.png', file]);
  await picture(112, 56).png().toFile(file);
  await utimes(file, 1, 1);
  expect(await shared.read({ source: file })).toMatchObject({ tokens: 8 });
  await rm(file);
  await expect(shared.read({ source: file })).rejects.toThrow('ENOENT');
});

test('the same bytes are read once', async () => {
  const source = await picture(56, 56).png().toBuffer();
  const shared = reader();
  const first = await shared.read({ source });
  const uri = `data:image/png;base64,${source.toString('base64')}`;
  expect((await shared.read({ source: new Uint8Array(source) })).pixels).toBe(first.pixels);
  expect((await shared.read({ source: uri })).pixels).toBe(first.pixels);
  expect((await shared.read({ source, maxPixels: 3136 })).pixels).not.toBe(first.pixels);
  expect((await shared.read({ source, minPixels: 12_544 })).tokens).toBe(16);
});

test('bytes that were changed in place are another picture', async () => {
  const source = await picture(56, 56).png().toBuffer();
  const larger = await picture(112, 56).png().toBuffer();
  const bytes = Buffer.alloc(Math.max(source.length, larger.length));
  const shared = reader();
  source.copy(bytes);
  expect(await shared.read({ source: bytes })).toMatchObject({ tokens: 4 });
  larger.copy(bytes);
  expect(await shared.read({ source: bytes })).toMatchObject({ tokens: 8 });
});

test('who gives up waits for no picture, and those behind are read all the same', async () => {
  const sizes = Array.from({ length: 40 }, (_, at) => 900 + at);
  const sources = await Promise.all(sizes.map((side) => picture(side, side).png().toBuffer()));
  const one = reader();
  const stop = new AbortController();
  const reason = new Error('the episode is over');
  const given = sources.map((source) => one.read({ source }, stop.signal));
  const kept = one.read({ source: sources[39] ?? '' });
  const began = performance.now();
  stop.abort(reason);
  const ends = await Promise.allSettled(given);
  const waited = performance.now() - began;
  expect(ends).toEqual(sources.map(() => ({ status: 'rejected', reason })));
  expect((await kept).tokens).toBeGreaterThan(0);
  expect(waited).toBeLessThan(performance.now() - began);
  await expect(one.read({ source: sources[0] ?? '' }, stop.signal)).rejects.toBe(reason);
});
