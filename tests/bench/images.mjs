// What a picture costs: decode and resize, and the tensor, by one of our threads and by PIL with
// numpy, on the same files side by side. CPU milliseconds, medians, ratios as JSON. `--quick` for a
// fast look. Needs `npm run build`; SLIME_PYTHON (default python3) with PIL and numpy.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const repeats = process.argv.includes('--quick') ? 3 : 9;
const runtime = new URL('../../packages/runtime/', import.meta.url);
const sharp = createRequire(new URL('package.json', runtime))('sharp');

/** Width, height and format; the names are those of the spec's table. */
const PICTURES = [
  [337, 511, 'png'],
  [1094, 789, 'jpeg'],
  [2000, 2000, 'jpeg'],
  [3770, 3268, 'jpeg'],
];

/** Qwen2.5-VL's, with the bound of pixels of transformers' class. */
const config = {
  patchSize: 14,
  temporalPatchSize: 2,
  mergeSize: 2,
  minPixels: 3136,
  maxPixels: 1_003_520,
  rescaleFactor: 1 / 255,
  mean: [0.48145466, 0.4578275, 0.40821073],
  std: [0.26862954, 0.26130258, 0.27577711],
  backend: 'pil',
  isDeclared: true,
};

const PIL = `
import json, math, sys, time
import numpy as np, PIL
from PIL import Image
asked = json.load(sys.stdin)
c = asked["config"]
P, T, M = c["patchSize"], c["temporalPatchSize"], c["mergeSize"]
def size(h, w):
    f = P * M
    a, b = round(h / f) * f, round(w / f) * f
    if a * b > c["maxPixels"]:
        s = math.sqrt(h * w / c["maxPixels"])
        a, b = (max(f, math.floor(v / s / f) * f) for v in (h, w))
    return a, b
mean, std = np.array(c["mean"], np.float32), np.array(c["std"], np.float32)
rows = []
for path in asked["files"]:
    read, tensor = [], []
    for _ in range(asked["repeats"] + 1):
        t0 = time.process_time()
        image = Image.open(path).convert("RGB")
        h, w = size(image.height, image.width)
        levels = np.asarray(image.resize((w, h), resample=3))
        t1 = time.process_time()
        x = (levels.astype(np.float64) * c["rescaleFactor"]).astype(np.float32)
        x = ((x - mean) / std).transpose(2, 0, 1)
        x = np.tile(x[None], (T, 1, 1, 1)).reshape(T, 3, h // P // M, M, P, w // P // M, M, P)
        x = np.ascontiguousarray(x.transpose(2, 5, 3, 6, 1, 0, 4, 7)).reshape(-1, 3 * T * P * P)
        t2 = time.process_time()
        read.append((t1 - t0) * 1e3)
        tensor.append((t2 - t1) * 1e3)
    rows.append({"readMs": read[1:], "tensorMs": tensor[1:]})
json.dump({"version": f"PIL {PIL.__version__}, numpy {np.__version__}", "rows": rows}, sys.stdout)
`;

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const round = (value) => Math.round(value * 100) / 100;

/** A picture with smooth and sharp places, so that decoders and encoders have their usual work. */
async function draw(file, width, height, format) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const edge = (x >> 6) % 3 === (y >> 6) % 3 ? 60 : 0;
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const wave = 100 + 90 * Math.sin(x / (40 + 9 * channel) + y / 31) + edge;
        pixels[at] = Math.min(255, Math.max(0, wave));
      }
    }
  }
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toFile(file);
}

const worker = new Worker(fileURLToPath(new URL('dist/vision/picture-worker.js', runtime)));

/** One job of the thread, and the CPU of this process meanwhile. */
async function job(message) {
  const before = process.cpuUsage();
  const answer = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(message, []);
  });
  worker.removeAllListeners('error');
  if (answer.message !== undefined) throw new Error(answer.message);
  const { user, system } = process.cpuUsage(before);
  return { answer, ms: (user + system) / 1e3 };
}

async function measureOurs(file, format) {
  const bytes = readFileSync(file);
  const readMs = [];
  const tensorMs = [];
  let pixels;
  for (let at = 0; at <= repeats; at += 1) {
    const read = await job({ kind: 'read', bytes, format, config });
    pixels = read.answer.facts.pixels;
    const merged = await job({ kind: 'merge', key: 'pixel_values', pictures: [pixels], config });
    // The first of each compiles.
    if (at === 0) continue;
    readMs.push(read.ms);
    tensorMs.push(merged.ms);
  }
  return { readMs, tensorMs, to: `${pixels.width}x${pixels.height}` };
}

function measurePil(files) {
  try {
    const input = JSON.stringify({ config, files, repeats });
    const python = process.env.SLIME_PYTHON ?? 'python3';
    return JSON.parse(execFileSync(python, ['-c', PIL], { input, maxBuffer: 1 << 26 }));
  } catch (error) {
    return {
      missing: `SLIME_PYTHON has no PIL and numpy: ${error.message.trim().split('\n').at(-1)}`,
    };
  }
}

/** Milliseconds of a stage, or of both. */
function stage(ours, pil, read) {
  const mine = median(read(ours));
  const theirs = pil === undefined ? null : median(read(pil));
  return {
    oursMs: round(mine),
    pilMs: theirs === null ? null : round(theirs),
    ratio: theirs === null ? null : round(mine / theirs),
  };
}

const dir = mkdtempSync(join(tmpdir(), 'slime-bench-images-'));
try {
  const files = [];
  for (const [width, height, format] of PICTURES) {
    const file = join(dir, `${width}x${height}.${format}`);
    await draw(file, width, height, format);
    files.push(file);
  }
  const ours = [];
  for (const [at, file] of files.entries()) ours.push(await measureOurs(file, PICTURES[at][2]));
  const pil = measurePil(files);
  const pictures = ours.map((one, at) => {
    const other = pil.rows?.[at];
    const [width, height, format] = PICTURES[at];
    return {
      picture: `${width}x${height} ${format} -> ${one.to}`,
      decodeAndResize: stage(one, other, ({ readMs }) => readMs),
      tensor: stage(one, other, ({ tensorMs }) => tensorMs),
      total: stage(one, other, ({ readMs, tensorMs }) => readMs.map((ms, n) => ms + tensorMs[n])),
    };
  });
  const report = { node: process.version, repeats, pil: pil.version ?? pil.missing, pictures };
  console.log(JSON.stringify(report, null, 2));
} finally {
  await worker.terminate();
  rmSync(dir, { recursive: true, force: true });
}
