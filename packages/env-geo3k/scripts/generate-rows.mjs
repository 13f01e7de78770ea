// Writes rows.jsonl and images/ into data, or into the folder that is named: the same every time.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { size } from './figure.mjs';
import { kinds } from './questions.mjs';

const SEED = 3;
const ROWS_OF_A_KIND = 3;

const folder = process.argv[2] ?? fileURLToPath(new URL('../data', import.meta.url));

/** Uniform in [0, 1): mulberry32. @param {number} seed */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = createRandom(SEED);
const pick = (from, to) => from + Math.floor(random() * (to - from + 1));
const lines = [];
const seen = new Set();

await mkdir(join(folder, 'images'), { recursive: true });
for (let round = 0; round < ROWS_OF_A_KIND; round += 1) {
  for (const [kind, build] of Object.entries(kinds)) {
    let question = build(pick);
    while (seen.has(`${kind} ${question.answer}`)) question = build(pick);
    seen.add(`${kind} ${question.answer}`);
    const { problem, given, answer, figure } = question;
    const id = `${kind}-${round + 1}`;
    const image = `images/${id}.png`;
    await sharp(Buffer.from(figure))
      .png({ palette: true, colours: 8, compressionLevel: 9 })
      .toFile(join(folder, image));
    lines.push(
      JSON.stringify({
        problem: `<image>${problem}`,
        answer,
        images: [image],
        metadata: { id, kind, given, image_size: size },
      }),
    );
  }
}
await writeFile(join(folder, 'rows.jsonl'), `${lines.join('\n')}\n`);
