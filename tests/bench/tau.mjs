// What slime-env-tau costs: its worlds (loading, a reset, a tool call, a hash) and its environment
// (reset, turn, reward, whole episodes, 256 at once), beside what reading the database anew costs, as
// tau-bench does for each reset and each reward. Needs the built packages and the recorded data
// (SLIME_SHARED, default ../shared). Prints one JSON object. The aims are of medians: a 99th percentile
// holds what other processes take of the processor, which `machine_us` shows without any work of ours.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  applyTool,
  createWorld,
  forkWorld,
  isSameState,
  loadDatabase,
  loadTauData,
  parseJson,
  tauConfigSchema,
  tauEnv,
  worldHash,
} from 'slime-env-tau';
import { createRolloutArgs, createSample, parseExactJson } from 'slime-sdk';

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

/** A plain loop of about the length of a tool call: how long it takes says how quiet the machine is. */
function measureMachine() {
  let sum = 0;
  return summarise(
    time(Array.from({ length: 5000 }), () => {
      for (let at = 0; at < 5000; at += 1) sum += at * at;
      return sum;
    }),
  );
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

const signal = AbortSignal.timeout(3_600_000);
const args = createRolloutArgs();

/** Python's JSON of a value, as far as tasks go: floats keep their point. */
function jsonOf(value) {
  if (value instanceof Map) {
    return `{${[...value].map(([key, inner]) => `${JSON.stringify(key)}: ${jsonOf(inner)}`).join()}}`;
  }
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && Number.isInteger(value)) return `${value}.0`;
  return JSON.stringify(value);
}

/** The turns that solve a task, as the loop hands them over: one call each, then the outputs. */
function turnsOf(task) {
  const calls = task.actions.map(({ name, kwargs }) => ({
    content: '',
    calls: [{ name, arguments: parseExactJson(jsonOf(kwargs)), raw: '' }],
  }));
  const closing = { content: `All of it is done. ${task.outputs.join('; ')}`, calls: [] };
  return [...calls, closing];
}

async function open(domain, split, index) {
  const sample = createSample({ prompt: index });
  const config = tauConfigSchema.parse({
    env: domain,
    task_split: split,
    data_dir: data,
    user_strategy: 'scripted',
  });
  return { env: await tauEnv.build({ sample, args, config, signal }), turns: [], turn: 0 };
}

function step(episode, at) {
  const { env, turns } = episode;
  const turn = turns[Math.min(at, turns.length - 1)];
  return env.step('', { ...turn, reasoning: '', turn: at, truncated: false, seed: 1, signal });
}

async function timed(list, work) {
  const started = performance.now();
  const result = await work();
  list.push((performance.now() - started) * 1000);
  return result;
}

/** Plays tasks one by one and times each part; an episode is build, reset, turns, reward and close. */
async function measureEpisodes(domain, split, tasks) {
  const times = { build: [], reset: [], turn: [], reward: [], episode: [] };
  let paid = 0;
  let turns = 0;
  for (const [index, task] of tasks.entries()) {
    const planned = turnsOf(task);
    await timed(times.episode, async () => {
      const episode = await timed(times.build, () => open(domain, split, index));
      episode.turns = planned;
      await timed(times.reset, () => episode.env.reset({ seed: 1, attempt: 0, signal }));
      for (let at = 0, done = false; !done && at < 30; at += 1) {
        const result = await timed(times.turn, () => step(episode, at));
        done = result.done;
        turns += 1;
        if (done) paid += result.reward;
      }
      await timed(times.reward, () => episode.env.reward());
      await episode.env.close();
    });
  }
  return {
    episodes: tasks.length,
    paid,
    turns_per_episode: round(turns / tasks.length),
    ...Object.fromEntries(
      Object.entries(times).map(([name, list]) => [`${name}_us`, summarise(list)]),
    ),
  };
}

/** As many episodes at once, turn by turn, each kept to the end: what they hold and what they take. */
async function measureAtOnce(domain, split, tasks) {
  const before = heapMb();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const episodes = await Promise.all(
    Array.from({ length: EPISODES }, async (_, at) => {
      const index = at % tasks.length;
      const episode = await open(domain, split, index);
      episode.turns = turnsOf(tasks[index]);
      await episode.env.reset({ seed: 1, attempt: 0, signal });
      return episode;
    }),
  );
  let playing = episodes;
  let paid = 0;
  let turns = 0;
  for (let at = 0; playing.length > 0 && at < 30; at += 1) {
    const results = await Promise.all(playing.map((episode) => step(episode, at)));
    turns += results.length;
    for (const { done, reward } of results) if (done) paid += reward;
    playing = playing.filter((_, place) => !results[place].done);
  }
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  const heldMb = heapMb() - before;
  const result = {
    episodes: episodes.length,
    paid,
    turns,
    seconds: round(seconds),
    cpu_seconds: round((user + system) / 1e6),
    held_mb: round(heldMb),
    held_episode_kb: round((heldMb * 1024) / episodes.length),
    heap_mb: round(heapMb()),
    rss_mb: round(process.memoryUsage.rss() / 2 ** 20),
  };
  for (const { env } of episodes) await env.close();
  return result;
}

/** Parsing the database's files, which tau-bench does for each reset and each reward. */
function measureReload(domain) {
  const folder = `${data}/${domain}/db`;
  const [micros] = time([folder], () =>
    readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))),
  );
  return round(micros / 1000);
}

async function measureEnv(domain) {
  const tasks = (await loadTauData(domain, data)).tasks.get('test');
  return {
    at_once: await measureAtOnce(domain, 'test', tasks),
    one_by_one: await measureEpisodes(domain, 'test', tasks),
    floor_reload_ms: measureReload(domain),
  };
}

if (existsSync(data)) {
  const result = { node: process.version, episodes_held: EPISODES };
  const domains = Object.keys(REPLAYS);
  // First, while nothing else is in memory: what a run of the environment needs.
  for (const domain of domains) result[domain] = { env: await measureEnv(domain) };
  for (const domain of domains) result[domain].world = await measure(domain);
  result.machine_us = measureMachine();
  console.log(JSON.stringify(result, null, 2));
} else {
  console.log(JSON.stringify({ skipped: `${data} is absent, set SLIME_SHARED` }));
}
