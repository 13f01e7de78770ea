import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSample } from 'slime-sdk';
import { z } from 'zod';
import { geo3kReward } from '../src/index.ts';
import { gradeTurns, readTurn } from './play-episode.ts';
import sharp from 'sharp';

const dataFolder = fileURLToPath(new URL('../data', import.meta.url));
const generator = fileURLToPath(new URL('../scripts/generate-rows.mjs', import.meta.url));

const rowSchema = z.strictObject({
  problem: z.string().startsWith('<image>'),
  answer: z.string().min(1),
  images: z.array(z.string()).length(1),
  metadata: z.strictObject({
    id: z.string(),
    kind: z.string(),
    given: z.record(z.string(), z.int().positive()),
    image_size: z.tuple([z.int(), z.int()]),
  }),
});

type Row = z.output<typeof rowSchema>;

/** `k \sqrt { m } / d`, with the parts that are left out as 1. */
function readRadical(answer: string): { k: bigint; m: bigint; d: bigint } {
  const fraction = /^\\frac \{ (.+) \} \{ (\d+) \}$/.exec(answer);
  const top = fraction?.[1] ?? answer;
  const match = /^(\d*) ?(?:\\sqrt \{ (\d+) \})?$/.exec(top);
  if (match === null) throw new TypeError(`not an answer of this data set: ${answer}`);
  const [, k = '', m = '1'] = match;
  return { k: BigInt(k === '' ? '1' : k), m: BigInt(m), d: BigInt(fraction?.[2] ?? '1') };
}

const isSquarefree = (m: bigint): boolean => {
  for (let factor = 2n; factor * factor <= m; factor += 1n) {
    if (m % (factor * factor) === 0n) return false;
  }
  return true;
};

/** Whether `answer ** 2 = top / bottom`, and nothing can be taken out of the root or the fraction. */
function isRootOf(answer: string, top: number, bottom = 1): boolean {
  const { k, m, d } = readRadical(answer);
  const isEqual = k * k * m * BigInt(bottom) === BigInt(top) * d * d;
  const isReduced =
    d === 1n ||
    Array.from({ length: 30 }, (_, at) => BigInt(at + 2)).every(
      (factor) => k % factor !== 0n || d % factor !== 0n,
    );
  return isEqual && isSquarefree(m) && isReduced;
}

const given = ({ metadata }: Row, key: string): number => {
  const value = metadata.given[key];
  if (value === undefined) throw new TypeError(`${metadata.id} has no ${key}`);
  return value;
};

/** Each answer checked by another way than the generator works it out. */
const laws: Record<string, (row: Row) => boolean> = {
  hypotenuse: (row) => isRootOf(row.answer, given(row, 'base') ** 2 + given(row, 'upright') ** 2),
  leg: (row) => isRootOf(row.answer, given(row, 'slope') ** 2 - given(row, 'base') ** 2),
  third_angle: (row) => given(row, 'left') + given(row, 'right') + Number(row.answer) === 180,
  diagonal: (row) => isRootOf(row.answer, given(row, 'base') ** 2 + given(row, 'upright') ** 2),
  rectangle_area: (row) =>
    /^\d+(?:\.[1-9])?$/.test(row.answer) &&
    Math.round(Number(row.answer) * 10) === given(row, 'base_tenths') * given(row, 'upright'),
  circle_area: (row) => {
    const area = Math.PI * given(row, 'radius') ** 2;
    return /^\d+\.\d$/.test(row.answer) && Math.abs(Number(row.answer) - area) < 0.05;
  },
  parallel_cut: (row) => {
    // x / right_top = left_bottom / left_top
    const top = (given(row, 'left_bottom') * given(row, 'right_top')) ** 2;
    return isRootOf(row.answer, top, given(row, 'left_top') ** 2);
  },
  altitude: (row) => isRootOf(row.answer, 3 * given(row, 'side') ** 2, 4),
};

async function readRows(folder: string): Promise<Row[]> {
  const text = await readFile(join(folder, 'rows.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => rowSchema.parse(JSON.parse(line)));
}

describe('the rows', () => {
  let rows: Row[];
  beforeAll(async () => {
    rows = await readRows(dataFolder);
  });

  it('are 24, three of each kind, no two alike', () => {
    const kinds = rows.map(({ metadata }) => metadata.kind);
    expect(Object.keys(laws).map((kind) => kinds.filter((other) => other === kind).length)).toEqual(
      [3, 3, 3, 3, 3, 3, 3, 3],
    );
    expect(rows.length).toBe(24);
    expect(new Set(rows.map(({ metadata }) => metadata.id)).size).toBe(24);
  });

  it('have answers that follow from the numbers in their pictures', () => {
    const wrong = rows.filter((row) => !(laws[row.metadata.kind]?.(row) ?? false));
    expect(wrong).toEqual([]);
  });

  it('are labelled by answers that the reward takes, and its wrong example fails on', async () => {
    for (const { problem, answer } of rows) {
      const sample = createSample({ prompt: problem, label: answer });
      const { examples } = geo3kReward;
      expect(await gradeTurns([readTurn(examples?.right(sample) ?? '')], sample)).toBe(1);
      expect(await gradeTurns([readTurn(examples?.wrong(sample) ?? '')], sample)).toBe(0);
    }
  });

  it('have one small PNG each, and the folder holds no other', async () => {
    for (const { images, metadata } of rows) {
      const file = join(dataFolder, images[0] ?? '');
      const { width, height, format } = await sharp(file).metadata();
      expect({ width, height, format }).toEqual({
        width: metadata.image_size[0],
        height: metadata.image_size[1],
        format: 'png',
      });
      expect((await stat(file)).size).toBeLessThan(5 * 1024);
    }
    const names = await readdir(join(dataFolder, 'images'));
    expect(names.toSorted()).toEqual(rows.map(({ metadata }) => `${metadata.id}.png`).toSorted());
  });
});

describe('the generator', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geo3k-rows-'));
    await promisify(execFile)(process.execPath, [generator, folder]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('writes the rows that ship', async () => {
    expect(await readFile(join(folder, 'rows.jsonl'), 'utf8')).toBe(
      await readFile(join(dataFolder, 'rows.jsonl'), 'utf8'),
    );
  });

  // Pixels, not bytes: another version of the drawing library may smooth and pack differently.
  it('draws the pictures that ship', async () => {
    for (const { images } of await readRows(folder)) {
      const [drawn, shipped] = await Promise.all(
        [folder, dataFolder].map((root) =>
          sharp(join(root, images[0] ?? ''))
            .greyscale()
            .raw()
            .toBuffer(),
        ),
      );
      const differs = drawn?.filter((level, at) => Math.abs(level - (shipped?.[at] ?? 0)) > 64);
      expect(differs?.length).toBe(0);
    }
  });
});
