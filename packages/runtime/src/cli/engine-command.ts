import { Command } from 'commander';
import type { RolloutArgs, Sample } from 'slime-sdk';
import { startEmbeddedEngine } from '../engine/embedded/index.ts';
import { createDataSource, loadDataset } from '../rollout/data/index.ts';
import { EXPERTS_PER_CHOICE } from '../rollout/open-engine.ts';
import { choosePolicy, openPolicy } from '../rollout/open-policy.ts';
import { indexOfRoutingKey } from '../rollout/routing-key.ts';
import { loadEncoder } from '../tokens/index.ts';
import { addArgsOptions, DATA_KEYS, readArgsFlags, textFlag } from './args-options.ts';
import { type CliContext, writeLine } from './cli-context.ts';
import {
  addEngineOptions,
  type EngineOptions,
  readEngineOptions,
  readFaultPlan,
} from './engine-options.ts';
import { loadRolloutArgs } from './load-args.ts';
import { argsOfManifest, manifestOfSpec } from './manifest-args.ts';
import { createStderrLog } from './stderr-log.ts';
import { whenAborted } from './when-aborted.ts';

/** Arguments of a rollout that the engine reads: the checkpoint, and the rows for its policy. */
const FLAGS = [
  'hf_checkpoint',
  ...DATA_KEYS,
  'n_samples_per_prompt',
  'custom_config_path',
  'num_layers',
  'moe_router_topk',
] as const;

const HELP = `
Prints {"url": ..., "pid": ...} when it listens, and its counts as JSON when a signal has stopped it.
With --prompt-data a policy is given the row that a routing key of this program names.
The same prompt with the same sampling_seed is answered alike: let a rollout send seeds, by
--sglang-enable-deterministic-inference, or the samples of a prompt are all equal.

Examples:
  $ slime-runtime engine --policy random --ledger ledger.jsonl
  $ slime-runtime engine --policy ./policy.ts --prompt-data rows.jsonl --hf-checkpoint ./qwen \\
      --fault-plan '{"rate": 0.1, "kinds": ["status_503", "reset_mid"]}'`;

/** `slime-runtime engine`: serves SGLang's wire from a policy. */
export function engineCommand(context: CliContext): Command {
  const command = new Command('engine')
    .description("Serve SGLang's wire from a policy, in this process")
    .addHelpText('after', HELP);
  return addArgsOptions(addEngineOptions(command), FLAGS).action(async () => {
    const flags = readArgsFlags(command);
    const customConfigPath = textFlag(flags, 'custom_config_path');
    const options = readEngineOptions(command);
    const manifestArgs = argsOfManifest(await manifestOfSpec(policyModule(options.policy)));
    const args = await loadRolloutArgs({ flags, customConfigPath, manifestArgs });
    const stop = new AbortController();
    const onSignal = (): void => stop.abort();
    for (const signal of SIGNALS) process.once(signal, onSignal);
    try {
      await runEngine(options, args, context, stop.signal);
    } finally {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    }
  });
}

/** A policy of a package brings its rows, as under `rollout`. */
function policyModule(spec: string): string | null {
  const choice = choosePolicy(spec);
  return choice.kind === 'module' ? choice.spec : null;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs an engine until the signal fires: says its address on standard output, and its counts at the
 * end. Policies that fail are told on standard error.
 *
 * @throws ConfigError, DataError, PluginError or EncoderError when it cannot start.
 */
export async function runEngine(
  options: EngineOptions,
  args: RolloutArgs,
  context: CliContext,
  signal: AbortSignal,
): Promise<void> {
  const encoder = await loadEncoder({ checkpoint: args.hf_checkpoint });
  const sampleOf = await readRows(args);
  const latency = latencyOf(options);
  const { policy } = await openPolicy(choosePolicy(options.policy), args, encoder);
  const engine = await startEmbeddedEngine({
    encoder,
    policy,
    host: options.host,
    port: options.port,
    contextLength: options.context_length,
    seed: options.seed,
    weightVersion: options.weight_version,
    maxRunningRequests: options.max_running_requests,
    retokenizePictures: options.retokenize_pictures,
    modelPath: args.hf_checkpoint ?? 'built-in',
    log: createStderrLog(context),
    ...(sampleOf && { sampleOf }),
    ...(latency && { latency }),
    ...(options.api_key !== undefined && { apiKey: options.api_key }),
    ...(options.ledger !== undefined && { ledger: options.ledger }),
    ...(options.fault_plan !== undefined && { faults: await readFaultPlan(options.fault_plan) }),
    ...(args.num_layers !== null &&
      args.moe_router_topk !== null && {
        routedExperts: {
          layers: args.num_layers,
          topK: args.moe_router_topk,
          experts: EXPERTS_PER_CHOICE * args.moe_router_topk,
        },
      }),
  });
  try {
    await writeLine(context.stdout, JSON.stringify({ url: engine.url, pid: process.pid }));
    await whenAborted(signal);
  } finally {
    await engine.close();
  }
  await writeLine(context.stdout, JSON.stringify({ stats: engine.stats() }));
}

function latencyOf(options: EngineOptions) {
  const { latency_ms: meanMs, latency_spread: spread, tokens_per_second: speed } = options;
  if (meanMs !== undefined) return { meanMs, spread };
  return speed === undefined ? undefined : { tokensPerSecond: speed };
}

/** The row behind a routing key of a run with the same data arguments. */
async function readRows(
  args: RolloutArgs,
): Promise<((routingKey: string) => Sample | undefined) | undefined> {
  if (args.prompt_data === null) return undefined;
  const source = createDataSource(args, await loadDataset(args));
  const size = args.n_samples_per_prompt;
  return (routingKey) => {
    const index = indexOfRoutingKey(routingKey);
    return index === undefined ? undefined : source.groupOf(Math.floor(index / size))[index % size];
  };
}
