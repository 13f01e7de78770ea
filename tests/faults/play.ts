import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createNonce,
  createPluginHost,
  createSglangEngine,
  type EmbeddedEngineOptions,
  type EpisodeRecord,
  type GroupRecord,
  loadEncoder,
  runRollout,
  startEmbeddedEngine,
  type TurnRecord,
} from 'slime-runtime';
import {
  assertSample,
  type BuildContext,
  createRolloutArgs,
  createSample,
  type CustomGenerate,
  type CustomRM,
  type Encoder,
  formatTextObservation,
  type InteractionEnv,
  type MaybePromise,
  type Policy,
  type PolicyReply,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { QWEN3 } from '../e2e/recorded-data.ts';
import { give } from './plugins.ts';

// Servers, tokenizers and plugin bundles take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The encoder of the real Qwen3 vocabulary and chat template. */
export const qwen3: Encoder = await loadEncoder({ checkpoint: QWEN3, baseDir: HERE });

/** A request, as the engine saw it. */
export interface Asked {
  index: number;
  /** Counted from 0 in each attempt; a request that is tried again is asked once. */
  turn: number;
  ids: readonly number[];
  text: string;
  images: number;
  maxNewTokens: number | undefined;
  seed: number | undefined;
}

/** What the policy says, turn by turn (the last reply again and again), or by what it is asked. */
export type Script = readonly PolicyReply[] | ((asked: Asked) => PolicyReply);

/** The methods that a test cares for; the others do nothing, and `step` goes on. */
export type EnvParts = Partial<InteractionEnv<unknown>>;

/** One group of episodes to play. */
export interface Play {
  /** Builds an env as this object says; none: one turn. */
  env?: EnvParts | ((context: BuildContext<unknown>) => MaybePromise<EnvParts>);
  /** As what the module declares it; default `plain`. */
  declared?: 'plain' | 'rewarded' | 'summed' | 'cutting' | 'cuttingLeft' | 'buildEnv';
  /** Another plugin, as `--rollout-interaction-env-path` names it. */
  envPath?: string;
  generate?: CustomGenerate;
  /** Default 1, unless the env gives the reward. */
  reward?: CustomRM;
  /** Another plugin, as `--custom-rm-path` names it. */
  rewardPath?: string;
  script: Script;
  args?: Partial<RolloutArgs> & Record<string, unknown>;
  /** The siblings; default one that says hi. */
  samples?: Partial<Sample>[];
  engine?: Partial<EmbeddedEngineOptions>;
  /** Told when the group is done, while plugins are still loaded. */
  onGroup?: () => void;
  encoder?: Encoder;
}

/** How it went. */
export interface Played {
  samples: Sample[];
  turns: TurnRecord[];
  episodes: EpisodeRecord[];
  asked: Asked[];
  /** Routing keys by the requests that carried them. */
  routes: string[];
  log: string[];
  /** Tensors of the group's pictures. */
  pictures: NonNullable<GroupRecord['pictures']>;
}

const ledgerSchema = z.object({
  rid: z.string(),
  prompt_ids: z.array(z.int()),
  ids: z.array(z.int()),
});

/**
 * Plays a group with the real parts: plugin host, turn loop, client, embedded engine over HTTP,
 * tokenizer. Every sample is held to its invariants and to the engine's ledger before it is given.
 */
export async function play(options: Play): Promise<Played> {
  const dir = await mkdtemp(join(tmpdir(), 'slime-fault-'));
  try {
    return await playIn(dir, options);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function playIn(dir: string, options: Play): Promise<Played> {
  const args = { ...createRolloutArgs({ max_turns: 3, ...options.args }), ...options.args };
  const encoder = options.encoder ?? qwen3;
  const { envPath, rewardPath } = givePlugins(options);
  const live = new Map<string, Sample>();
  const played: Played = {
    samples: [],
    turns: [],
    episodes: [],
    asked: [],
    routes: [],
    log: [],
    pictures: new Map(),
  };
  const ledger = join(dir, 'ledger.jsonl');
  const server = await startEmbeddedEngine({
    encoder,
    policy: follow(options.script, played.asked),
    ledger,
    sampleOf: (key) => {
      if (live.has(key)) played.routes.push(key);
      return live.get(key);
    },
    ...options.engine,
  });
  const nonce = createNonce();
  const engine = createSglangEngine({
    url: server.url,
    nonce,
    concurrency: 8,
    backoffSeconds: 0.001,
  });
  const keep = (message: string): void => void played.log.push(message);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const host = await createPluginHost({
    isolation: args.isolation,
    args,
    concurrency: 8,
    log,
    cwd: HERE,
  });
  try {
    const env = envPath === null ? null : await host.loadEnv(envPath);
    const generate =
      options.generate === undefined ? null : await host.loadGenerate('./plugins.ts');
    const reward =
      rewardPath === null
        ? null
        : await host.loadReward(rewardPath, args.group_rm ? 'group' : 'single');
    const samples = (options.samples ?? [{}]).map((fields, index) =>
      createSample({
        prompt: [{ role: 'user', content: 'hi' }],
        index,
        group_index: 0,
        ...fields,
      }),
    );
    await runRollout({
      context: {
        args,
        encoder,
        engine,
        capabilities: await engine.capabilities(),
        env,
        generate,
        nonce,
        sendSeed: true,
        log,
        onRoute: (key, sample) => (sample === null ? live.delete(key) : live.set(key, sample)),
      },
      scoring: { args, encoder, reward, env: env?.declaration.reward ?? null },
      groups: (async function* () {
        yield { epoch: 0, samples };
      })(),
      onGroup: async (group) => {
        for (const sample of group.samples) assertSample(sample, { rewardKey: args.reward_key });
        options.onGroup?.();
        played.samples.push(...group.samples);
        played.turns.push(...group.turns);
        played.episodes.push(...group.episodes);
        played.pictures = group.pictures ?? played.pictures;
      },
      signal: new AbortController().signal,
    });
  } finally {
    await host.close();
    await engine.close();
    await server.close();
  }
  await assertProvenance(ledger, played);
  return played;
}

/** Hands a test's functions to the module of plugins, and names its exports. */
function givePlugins(options: Play): { envPath: string | null; rewardPath: string | null } {
  const { env, generate, declared = 'plain' } = options;
  const reward = options.reward ?? (declared === 'rewarded' ? undefined : () => 1);
  give({
    ...(env === undefined
      ? {}
      : { build: async (context) => fill(typeof env === 'function' ? await env(context) : env) }),
    ...(generate === undefined ? {} : { generate }),
    ...(reward === undefined ? {} : { reward }),
  });
  return {
    envPath: options.envPath ?? (env === undefined ? null : `./plugins.ts#${declared}`),
    rewardPath: options.rewardPath ?? (reward === undefined ? null : './plugins.ts'),
  };
}

function fill(parts: EnvParts): InteractionEnv<unknown> {
  return {
    reset: () => ({}),
    step: () => ({ observation: { text: 'OBS' }, done: false }),
    formatObservation: formatTextObservation,
    close: () => undefined,
    ...parts,
  };
}

/** One episode's sample, turns and record. */
export async function playOne(
  options: Play,
): Promise<Played & { sample: Sample; episode: EpisodeRecord }> {
  const played = await play(options);
  const [sample] = played.samples;
  const [episode] = played.episodes;
  if (sample === undefined || episode === undefined) throw new Error('no episode was finished');
  return { ...played, sample, episode };
}

function follow(script: Script, asked: Asked[]): Policy {
  return ({ input_ids: ids, text, images, sampling_params: params, sample }) => {
    // A probe of what the engine can do belongs to no episode.
    if (sample === undefined) return 'ok';
    const index = sample.index ?? 0;
    const seed = params.sampling_seed ?? undefined;
    const own = asked.filter((item) => item.index === index && item.seed === seed);
    let entry = own.find((item) => item.ids.length === ids.length);
    if (entry === undefined) {
      const maxNewTokens = params.max_new_tokens ?? undefined;
      entry = { index, turn: own.length, ids, text, images, maxNewTokens, seed };
      asked.push(entry);
    }
    if (typeof script === 'function') return script(entry);
    return script[Math.min(entry.turn, script.length - 1)] ?? '';
  };
}

/** What is trained is what was sampled: each turn of a sample is a line of the ledger. */
async function assertProvenance(ledger: string, { samples, turns }: Played): Promise<void> {
  const lines = (await readFile(ledger, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const entries = new Map(
    lines.map((line) => {
      const entry = ledgerSchema.parse(JSON.parse(line));
      return [entry.rid, entry];
    }),
  );
  for (const sample of samples) {
    const own = turns.filter(
      (turn) => turn.index === sample.index && turn.rid !== null && turn.discarded_cause === null,
    );
    if (samples.some((other) => other !== sample && other.index === sample.index)) continue;
    const sampled = new Uint8Array(sample.response_length);
    const base = sample.tokens.length - sample.response_length;
    for (const turn of own) {
      const entry = entries.get(turn.rid ?? '');
      const end = turn.start + turn.tokens;
      expect(entry?.prompt_ids).toEqual(sample.tokens.slice(0, turn.start));
      expect(entry?.ids).toEqual(sample.tokens.slice(turn.start, end));
      sampled.fill(1, turn.start - base, end - base);
    }
    expect(sample.loss_mask ?? []).toEqual([...sampled]);
  }
}
