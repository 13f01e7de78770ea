// What a world of slime-env-tau costs: loading, a reset, a tool call, a hash, an episode. Needs the
// built package and the recorded data (SLIME_SHARED, default ../shared). Prints one JSON object.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  applyTool,
  createWorld,
  forkWorld,
  isSameState,
  loadDatabase,
  parseJson,
  worldHash,
} from 'slime-env-tau';

const shared =
  process.env.SLIME_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
const data = `${shared}/data/tau`;
const EPISODES = 256;

const REPLAYS = {
  retail: ['retail_train', 'retail_test', 'retail_dev'],
  airline: ['airline_test'],
};

const round = (value) => Number(value.toPrecision(3));

/** Median, 99th percentile and number of durations in microseconds. */
function summarise(micros) {
  const sorted = micros.toSorted((one, other) => one - other);
  const at = (share) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
  return { p50: at(0.5), p99: at(0.99), count: sorted.length };
}

/** Runs `work` on each element and gives the duration of each in microseconds. */
function time(elements, work) {
  return elements.map((element) => {
    const started = performance.now();
    work(element);
    return (performance.now() - started) * 1000;
  });
}

/** Memory that is in use after a collection, in MB; needs --expose-gc for a true figure. */
function heapMb() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

function readTasks(domain) {
  return REPLAYS[domain].flatMap((name) =>
    readFileSync(`${data}/replay_${name}.jsonl`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line, name).get('actions')),
  );
}

function play(world, actions) {
  for (const action of actions) applyTool(world, action.get('name'), action.get('kwargs'));
}

async function measure(domain) {
  const before = heapMb();
  const loading = performance.now();
  const database = await loadDatabase(domain, data);
  const loadMs = performance.now() - loading;
  const loadedMb = heapMb() - before;
  const cold = createWorld(database);
  const [coldHash] = time([cold], worldHash);
  const hashTextMb = heapMb() - before - loadedMb;

  const tasks = readTasks(domain);
  play(createWorld(database), tasks[0]);
  const perTool = new Map();
  const calls = [];
  const worlds = [];
  for (const actions of tasks) {
    const world = createWorld(database);
    for (const action of actions) {
      const [micros] = time([action], () => play(world, [action]));
      const name = action.get('name');
      perTool.set(name, [...(perTool.get(name) ?? []), micros]);
      calls.push(micros);
    }
    worlds.push(world);
  }
  const resets = time(Array.from({ length: 5000 }), () => createWorld(database));
  const heldBefore = heapMb();
  const held = Array.from({ length: EPISODES }, (_, at) => {
    const world = createWorld(database);
    play(world, tasks[at % tasks.length]);
    return world;
  });
  const episodeKb = ((heapMb() - heldBefore) * 1024) / held.length;
  return {
    load_ms: round(loadMs),
    loaded_mb: round(loadedMb),
    hash_text_mb: round(hashTextMb),
    first_hash_ms: round(coldHash / 1000),
    reset_us: summarise(resets),
    fork_us: summarise(time(worlds, forkWorld)),
    call_us: summarise(calls),
    call_us_by_tool: Object.fromEntries(
      [...perTool].map(([name, micros]) => [name, summarise(micros)]),
    ),
    hash_us: summarise(time(worlds.slice(0, 100), worldHash)),
    same_state_us: summarise(time(worlds, (world) => isSameState(world, cold))),
    // Gold actions on a fresh world, then the comparison of states: what a reward needs.
    reward_us: summarise(
      time(tasks, (actions) => {
        const gold = createWorld(database);
        play(gold, actions);
        isSameState(gold, cold);
      }),
    ),
    held_episode_kb: round(episodeKb),
  };
}

if (existsSync(data)) {
  const result = { node: process.version, episodes_held: EPISODES };
  for (const domain of Object.keys(REPLAYS)) result[domain] = await measure(domain);
  console.log(JSON.stringify(result, null, 2));
} else {
  console.log(JSON.stringify({ skipped: `${data} is absent, set SLIME_SHARED` }));
}
