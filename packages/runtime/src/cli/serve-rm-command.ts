import { Command } from 'commander';
import { ConfigError, type Logger, type RolloutArgs } from 'slime-sdk';
import { createPluginHost, type HostedReward } from '../plugins/index.ts';
import { assertServable, assertServableType } from '../reward-server/assert-servable.ts';
import { startRewardServer } from '../reward-server/reward-server.ts';
import { builtinReward } from '../rollout/builtin-reward.ts';
import { warnOfKeys } from '../rollout/warn-of-keys.ts';
import { addArgsOptions, readArgsFlags, REWARD_KEYS, textFlag } from './args-options.ts';
import { type CliContext, writeLine } from './cli-context.ts';
import { loadRolloutArgs } from './load-args.ts';
import { argsOfManifest, manifestOfSpec } from './manifest-args.ts';
import {
  addServeRmOptions,
  concurrencyOf,
  readServeRmOptions,
  readToken,
  type ServeRmOptions,
} from './serve-rm-options.ts';
import { createStderrLog } from './stderr-log.ts';
import { onStrayError } from './stray-errors.ts';
import { whenAborted } from './when-aborted.ts';

const FLAGS = REWARD_KEYS;

const HELP = `
Answers POST / with {"prompt", "response", "label"} with the reward: what slime sends under
--rm-type remote_rm --rm-url http://127.0.0.1:PORT/. GET /healthz and GET /metrics (Prometheus) say
how it goes. Prints {"url": ..., "pid": ...} when it listens, and its counts as JSON when a signal has
stopped it: requests under way are answered first. A second signal gives them up; exit code 1.

slime sends the whole response, what the environment said included, and no metadata: a reward must
declare reads: ['observation', ...] in defineReward, or --single-turn says that no environment answers.
Rewards run in processes of their own, unless --isolation inline is given.

With --token-env NAME, requests carry the token as "Authorization: Bearer TOKEN" or as the password of
the URL, which is how slime's client sends it: --rm-url http://slime:TOKEN@host:port/

Examples:
  $ slime-runtime serve-rm --custom-rm-path ./rm.ts --single-turn --port 8017
  $ RM_TOKEN=... slime-runtime serve-rm --custom-rm-path ./rm.ts --host 0.0.0.0 --token-env RM_TOKEN`;

/** `slime-runtime serve-rm`: serves a reward to slime's remote_rm. */
export function serveRmCommand(context: CliContext): Command {
  const command = new Command('serve-rm')
    .description("Serve a reward function to slime's --rm-type remote_rm")
    .addHelpText('after', HELP);
  addArgsOptions(addServeRmOptions(command), FLAGS);
  const isolation = command.options.find(({ long }) => long === '--isolation');
  if (isolation !== undefined) isolation.description = 'Where the reward runs (default: "process")';
  return command.action(async () => {
    const options = readServeRmOptions(command);
    const args = await readArgs(command);
    const log = createStderrLog(context);
    const stop = new AbortController();
    const force = new AbortController();
    const onSignal = (): void => (stop.signal.aborted ? force.abort() : stop.abort());
    for (const signal of SIGNALS) process.on(signal, onSignal);
    const forget = onStrayError((error) => log.error(error.message));
    try {
      await serveReward(options, args, context, { stop: stop.signal, force: force.signal });
    } finally {
      forget();
      for (const signal of SIGNALS) process.off(signal, onSignal);
    }
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A package brings what its reward needs; what is not said runs in processes. */
async function readArgs(command: Command): Promise<RolloutArgs> {
  const flags = readArgsFlags(command);
  const manifest = await manifestOfSpec(textFlag(flags, 'custom_rm_path'));
  return loadRolloutArgs({
    flags,
    customConfigPath: textFlag(flags, 'custom_config_path'),
    manifestArgs: { isolation: 'process', ...argsOfManifest(manifest) },
  });
}

/**
 * Serves until `stop` fires, and answers what is under way; gives that up when `force` fires.
 *
 * @throws ConfigError or PluginError when it cannot start.
 */
export async function serveReward(
  options: ServeRmOptions,
  args: RolloutArgs,
  context: CliContext,
  { stop, force }: { stop: AbortSignal; force: AbortSignal },
): Promise<void> {
  const log = createStderrLog(context);
  const token = readToken(options);
  if (args.reward_timeout >= options.request_timeout) {
    throw new ConfigError(
      `--reward-timeout ${args.reward_timeout} must be below --request-timeout ` +
        `${options.request_timeout}, in which a request also waits for its turn`,
    );
  }
  const concurrency = concurrencyOf(options, args);
  const opened = await openServedReward(options, args, concurrency, log);
  const { reward } = opened;
  try {
    const server = await startRewardServer({
      reward,
      args,
      host: options.host,
      port: options.port,
      token,
      concurrency,
      maxQueue: options.max_queue,
      batchSize: options.batch_size,
      batchWaitMs: options.batch_wait_ms,
      maxBodyBytes: options.max_body_bytes,
      requestSeconds: options.request_timeout,
      log,
    });
    try {
      for (const line of notes(options, reward)) await writeLine(context.stderr, line);
      await writeLine(context.stdout, JSON.stringify({ url: server.url, pid: process.pid }));
      await whenAborted(stop);
      await Promise.race([server.drain(), whenAborted(force)]);
    } finally {
      const cut = await server.close();
      if (cut > 0) {
        context.exitCode = 1;
        log.warn(`${cut} requests were given up`);
      }
    }
    await writeLine(context.stdout, JSON.stringify({ stats: server.stats() }));
  } finally {
    await opened.close();
  }
}

async function openServedReward(
  { single_turn: isSingleTurn }: ServeRmOptions,
  args: RolloutArgs,
  concurrency: number,
  log: Logger,
): Promise<{ reward: HostedReward; close(): Promise<void> }> {
  const { custom_rm_path: spec, rm_type: type, isolation } = args;
  if (spec !== null && type !== null) {
    throw new ConfigError('--custom-rm-path and --rm-type both name the reward: leave out one');
  }
  if (spec === null) {
    if (type === null) {
      throw new ConfigError('nothing to serve: name --custom-rm-path ./rm.ts or --rm-type math');
    }
    assertServableType(type);
    const reward = builtinReward(type, args);
    // Those that need metadata are refused above.
    const reads = { reads: ['policy', 'label'], declaresReads: true } as const;
    assertServable(`--rm-type ${type}`, reads, isSingleTurn);
    return { reward, close: () => reward.close() };
  }
  const host = await createPluginHost({ isolation, args, concurrency, log });
  try {
    const reward = await host.loadReward(spec, args.group_rm ? 'group' : 'single');
    warnOfKeys(args, host.configKeys, log);
    assertServable(`--custom-rm-path ${spec}`, reward.declaration, isSingleTurn);
    return { reward, close: () => host.close() };
  } catch (error) {
    await host.close();
    throw error;
  }
}

/** What whoever starts it should know of what slime sends. */
function notes(options: ServeRmOptions, { mode, declaration }: HostedReward): string[] {
  const lines = [
    'slime sends the whole response, unsegmented, with what the environment said in it' +
      (options.single_turn
        ? '; --single-turn: all of it is taken for the policy’s own words'
        : '; view.policyText and view.finalText hold all of that, too'),
  ];
  if (declaration.declaresReads !== true) {
    lines.push('it sends no metadata: sample.metadata is empty here');
  }
  if (mode === 'group') {
    lines.push(
      `a batch is what waits at the time, ${options.batch_size} samples at most, not the group of one prompt`,
    );
  }
  return lines;
}
