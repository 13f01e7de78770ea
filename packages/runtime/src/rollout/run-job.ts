import { basename, join } from 'node:path';
import {
  assertSample,
  type CustomGenerate,
  type Encoder,
  type JsonObject,
  type Logger,
  type RolloutArgs,
  type Sample,
} from 'slime-sdk';
import {
  openRunFolder,
  openRunWriter,
  createMetrics,
  domainOf,
  type RunFolder,
  type RunMetrics,
  runFile,
  type RunWriter,
} from '../observe/index.ts';
import {
  createPluginHost,
  type HostedEnv,
  type HostedReward,
  type RolloutPluginHost,
} from '../plugins/index.ts';
import { configKeys } from '../plugins/plugin-config.ts';
import { type ChatEncoder, loadChatEncoder } from '../tokens/index.ts';
import { assertAppendable } from './assert-appendable.ts';
import { assertGradable } from './assert-gradable.ts';
import { assertMarkersKept } from './assert-markers-kept.ts';
import { assertRunnable, countGroups } from './assert-runnable.ts';
import { checkRows } from './check-rows.ts';
import { builtinReward } from './builtin-reward.ts';
import {
  createDataSource,
  type Dataset,
  filterByPromptLength,
  loadDataset,
  maxPromptLength,
  type RolloutDataSource,
} from './data/index.ts';
import { hashCheckpoint, hashFile } from './hash-file.ts';
import type { GroupRecord } from './records.ts';
import { warnOfKeys } from './warn-of-keys.ts';
import { warnOfTools } from './warn-of-tools.ts';
import { createNonce } from './routing-key.ts';
import { runRollout } from './run-rollout.ts';
import { assertScoring } from './score.ts';
import { TEMPLATE_DATE, type TemplateDate, templateDate } from './template-date.ts';
import { type EngineChoice, openEngine, type OpenEngine } from './open-engine.ts';
import type { PolicyChoice } from './open-policy.ts';

/** Everything that a run is told from outside. */
export interface RolloutJob {
  args: RolloutArgs;
  engine: EngineChoice;
  /** For the embedded engine. */
  policy: PolicyChoice;
  output: string;
  resume: boolean;
  signal: AbortSignal;
  log: Logger;
  /** Told once the size is known, then of each finished group. */
  onStart(total: number, done: number): void;
  onGroup(group: GroupRecord): void;
}

/** How a run ended. */
export interface JobResult {
  metrics: RunMetrics;
  interrupted: boolean;
}

/**
 * Runs a job from its arguments to its files, and closes all that it opened on every path.
 *
 * @throws ConfigError, DataError, PluginError and EncoderError before the first episode; EnvError
 * when the failure policy stops the run. The files of what was done are complete then, too.
 */
export async function runJob(job: RolloutJob): Promise<JobResult> {
  const { args } = job;
  const { date, isKnown } = await templateDate(job.output, job.resume);
  const { dataset, encoder } = await loadData(job, date);
  const readsClock = encoder.conversation?.readsClock === true;
  if (readsClock && !isKnown) {
    job.log.warn(
      `${runFile(job.output, 'run')} has no settings.${TEMPLATE_DATE}: the date that its prompts ` +
        `have is not known, those of this session have ${date.text}`,
    );
  }
  const checkpoint = await describeCheckpoint(args.hf_checkpoint);
  const chatTemplate = await describeTemplate(args.chat_template);
  const source = createDataSource(args, dataset);
  const host = await createPluginHost({
    isolation: args.isolation,
    args,
    concurrency: args.sglang_server_concurrency,
    log: job.log,
  });
  try {
    const plugins = await loadPlugins(args, host, dataset);
    warnOfKeys(args, [...host.configKeys, ...undeclared(job, dataset)], job.log);
    try {
      return await runOnEngine(job, {
        dataset,
        source,
        encoder,
        checkpoint,
        chatTemplate,
        date: readsClock && isKnown ? date : null,
        host,
        ...plugins,
      });
    } finally {
      await plugins.closeReward();
    }
  } finally {
    await host.close();
  }
}

interface Plugins {
  env: HostedEnv | null;
  generate: CustomGenerate | null;
  reward: HostedReward | null;
  closeReward(): Promise<void>;
}

/** Where tokens come from, and what tells whether they are the same; null for the built-in ones. */
type Checkpoint = { folder: string; sha256: string } | null;

interface Loaded extends Plugins {
  dataset: Dataset;
  source: RolloutDataSource;
  encoder: Encoder;
  checkpoint: Checkpoint;
  /** The file of `--chat-template`. */
  chatTemplate: { file: string; sha256: string } | null;
  /** Of all prompts; null where the chat template reads no clock, or that of the first is not known. */
  date: TemplateDate | null;
  host: RolloutPluginHost;
}

async function loadData(
  job: RolloutJob,
  date: TemplateDate,
): Promise<{ dataset: Dataset; encoder: ChatEncoder }> {
  const { args, log } = job;
  const all = await loadDataset(args);
  const encoder = await loadChatEncoder({
    checkpoint: args.hf_checkpoint,
    chatTemplate: args.chat_template,
    templateKwargs: args.apply_chat_template_kwargs,
    now: () => date,
    baseDir: all.baseDir,
    pictureBackend: args.picture_backend,
    warn: (message) => log.warn(message),
  });
  if (args.chat_template !== null && job.engine.kind === 'openai') {
    log.warn(
      `${job.engine.url} renders messages with a template of its own: start that server with ` +
        '--chat-template, too',
    );
  }
  for (const line of encoder.conversation?.warnings(args.template_history) ?? []) {
    log.warn(`chat template ${encoder.template.name}: ${line}`);
  }
  await checkRows(all, encoder, args);
  const max = maxPromptLength(args);
  if (max === null) return { dataset: all, encoder };
  const { dataset, dropped } = await filterByPromptLength(
    all,
    async ({ prompt }) =>
      typeof prompt === 'number'
        ? 0
        : (await encoder.encodePrompt(prompt, { kwargs: args.apply_chat_template_kwargs })).ids
            .length,
    max,
  );
  if (dropped > 0) log.warn(`${dropped} rows left out: their prompts have more than ${max} tokens`);
  return { dataset, encoder };
}

async function loadPlugins(
  args: RolloutArgs,
  host: RolloutPluginHost,
  dataset: Dataset,
): Promise<Plugins> {
  const { rollout_interaction_env_path: envPath, custom_generate_function_path: generate } = args;
  const env = envPath === null ? null : await host.loadEnv(envPath);
  return {
    env,
    generate: generate === null ? null : await host.loadGenerate(generate),
    ...(await loadReward(args, host, env?.declaration.reward == null ? dataset.rows : [])),
  };
}

/** Null for each plugin that declares no keys, or whose keys are not known before the first episode. */
function undeclared({ args, engine, policy }: RolloutJob, { rows }: Dataset): null[] {
  const mayReadAny =
    args.custom_generate_function_path !== null ||
    (engine.kind === 'embedded' && policy.kind === 'module') ||
    rows.some(({ metadata }) => metadata['custom_rm_path'] != null);
  return mayReadAny ? [null] : [];
}

async function loadReward(
  args: RolloutArgs,
  host: RolloutPluginHost,
  rows: Dataset['rows'],
): Promise<Pick<Plugins, 'reward' | 'closeReward'>> {
  const nothing = (): Promise<void> => Promise.resolve();
  if (args.custom_rm_path !== null) {
    const mode = args.group_rm ? 'group' : 'single';
    return { reward: await host.loadReward(args.custom_rm_path, mode), closeReward: nothing };
  }
  const isTyped = args.rm_type !== null || rows.some(({ metadata }) => metadata['rm_type'] != null);
  if (!isTyped) return { reward: null, closeReward: nothing };
  await assertGradable(args, rows);
  const reward = builtinReward(args.rm_type, args);
  return { reward, closeReward: () => reward.close() };
}

/** Rewards that samples name themselves, each loaded once. */
function createRewardShelf(host: RolloutPluginHost): (path: string) => Promise<HostedReward> {
  const rewards = new Map<string, Promise<HostedReward>>();
  return (path) => {
    const known = rewards.get(path) ?? host.loadReward(path, 'single');
    rewards.set(path, known);
    return known;
  };
}

async function runOnEngine(job: RolloutJob, loaded: Loaded): Promise<JobResult> {
  const { args } = job;
  const live = new Map<string, Sample>();
  const nonce = createNonce();
  // Before the engine, which writes its ledger there.
  const folder = await openRunFolder(job.output, job.resume);
  try {
    const engine = await openEngine({
      args,
      choice: job.engine,
      encoder: loaded.encoder,
      nonce,
      policy: job.policy,
      ledger: runFile(job.output, 'ledger'),
      sampleOf: (routingKey) => live.get(routingKey),
    });
    try {
      return await runWithWriter(job, loaded, { folder, opened: engine, nonce, live });
    } finally {
      await engine.close();
    }
  } finally {
    await folder.release();
  }
}

interface Started {
  folder: RunFolder;
  opened: OpenEngine;
  nonce: string;
  /** Samples by the routing keys of their episodes, while these run. */
  live: Map<string, Sample>;
}

async function runWithWriter(
  job: RolloutJob,
  loaded: Loaded,
  started: Started,
): Promise<JobResult> {
  const { args } = job;
  const { folder, opened, nonce, live } = started;
  const { env, reward, generate, dataset, source, encoder } = loaded;
  const capabilities = await opened.engine.capabilities();
  const scoring = {
    args,
    encoder,
    reward,
    env: env?.declaration.reward ?? null,
    rewardAt: createRewardShelf(loaded.host),
  };
  assertRunnable(args, capabilities, dataset.rows, env !== null);
  await assertMarkersKept(args, encoder);
  if (env !== null) assertAppendable(encoder.template, args);
  assertScoring(scoring, generate !== null);
  const total = countGroups(args, dataset.rows.length);
  const writer = await openRunWriter({
    folder,
    nonce,
    metrics: createMetrics({
      rewardKey: args.reward_key,
      passReward: args.pass_reward,
      domainKey: args.domain_key,
      configDomain: domainOf(configKeys(args), args.domain_key),
    }),
    manifest: {
      args,
      settings: {
        ...opened.settings,
        checkpoint: loaded.checkpoint,
        ...(loaded.chatTemplate === null ? {} : { chat_template: loaded.chatTemplate }),
        ...(loaded.date === null ? {} : { [TEMPLATE_DATE]: loaded.date.text }),
        template_append_only: encoder.template.appendOnly,
      },
      plugins: loaded.host.fingerprints,
      data: await describeData(dataset),
    },
  });
  job.onStart(total, writer.completedGroups.size);
  try {
    await runRollout({
      context: {
        args,
        encoder,
        engine: opened.engine,
        capabilities,
        env: env === null ? null : warnOfTools(env, { args, template: encoder.template }, job.log),
        generate,
        nonce,
        sendSeed: opened.sendSeed,
        log: job.log,
        onRoute: (key, sample) => (sample === null ? live.delete(key) : live.set(key, sample)),
      },
      scoring,
      groups: groupsOf(source, total, writer),
      onGroup: async (group) => {
        for (const sample of group.samples) assertSample(sample, { rewardKey: args.reward_key });
        await writer.write(group);
        job.onGroup(group);
      },
      signal: job.signal,
    });
  } catch (error) {
    await opened.close();
    await writer.finish({ status: 'failed', error });
    throw error;
  }
  await opened.close();
  const interrupted = job.signal.aborted;
  return {
    metrics: await writer.finish({ status: interrupted ? 'interrupted' : 'completed' }),
    interrupted,
  };
}

async function* groupsOf(
  source: RolloutDataSource,
  total: number,
  writer: RunWriter,
): AsyncGenerator<{ epoch: number; samples: Sample[] }> {
  for (let group = 0; group < total; group += 1) {
    if (writer.completedGroups.has(group)) continue;
    yield { epoch: source.rowOf(group).epoch, samples: source.groupOf(group) };
  }
}

async function describeCheckpoint(folder: string | null): Promise<Checkpoint> {
  return folder === null ? null : { folder, sha256: await hashCheckpoint(folder) };
}

async function describeTemplate(file: string | null): Promise<Loaded['chatTemplate']> {
  return file === null ? null : { file, sha256: await hashFile(file) };
}

async function describeData(
  dataset: Dataset,
): Promise<JsonObject & { file: string; sha256: string; rows: number }> {
  // A plugin may have changed the working directory.
  const sha256 = await hashFile(join(dataset.baseDir, basename(dataset.file)));
  return { file: dataset.file, sha256, rows: dataset.rows.length };
}
