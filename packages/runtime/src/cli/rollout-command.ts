import { resolve } from 'node:path';
import { Command } from 'commander';
import { ConfigError, type Logger, type RolloutArgs } from 'slime-sdk';
import { createProgress, hasColors, type Progress, renderSummary } from '../observe/index.ts';
import type { Manifest } from '../plugins/index.ts';
import { failedTooOften } from '../rollout/failure-share.ts';
import { chooseEngine } from '../rollout/open-engine.ts';
import { choosePolicy } from '../rollout/open-policy.ts';
import { type JobResult, runJob } from '../rollout/run-job.ts';
import { addArgsOptions, readArgsFlags, textFlag } from './args-options.ts';
import { type CliContext, writeLine } from './cli-context.ts';
import { loadRolloutArgs } from './load-args.ts';
import { argsOfManifest, manifestOfSpec } from './manifest-args.ts';
import { RepeatedWarnings } from './repeated-warnings.ts';
import { addRunOptions, readRunOptions, type RunOptions } from './run-options.ts';
import { onStrayError } from './stray-errors.ts';

const EXAMPLES = `
Examples:
  $ slime-runtime rollout --rollout-interaction-env-path slime-env-geo3k
  $ slime-runtime rollout --rollout-interaction-env-path ./env.ts --custom-rm-path ./rm.ts \\
      --prompt-data rows.jsonl --input-key problem --label-key answer --apply-chat-template \\
      --rollout-max-response-len 4096 --sglang-router-ip 127.0.0.1 --sglang-router-port 30000

An env package brings its reward, policy, data and arguments; each flag goes before them.
Exit code: 0 done, 1 stopped or too many failures, 2 wrong call or data, 3 a fault of ours.
`;

/** `slime-runtime rollout`: runs environments over a data set and writes the samples. */
export function rolloutCommand(context: CliContext): Command {
  const command = new Command('rollout')
    .description('Run an environment, or a generate function, over a data set')
    .addHelpText('after', EXAMPLES);
  addRunOptions(addArgsOptions(command)).action(async () => {
    const flags = readArgsFlags(command);
    const options = readRunOptions(command);
    const plugin =
      textFlag(flags, 'rollout_interaction_env_path') ??
      textFlag(flags, 'custom_generate_function_path');
    const manifest = await manifestOfSpec(plugin);
    const args = await loadRolloutArgs({
      flags,
      customConfigPath: textFlag(flags, 'custom_config_path'),
      manifestArgs: argsOfManifest(manifest),
    });
    await rollout(context, args, options, manifest);
  });
  return command;
}

async function rollout(
  context: CliContext,
  args: RolloutArgs,
  options: RunOptions,
  manifest: Manifest | null,
): Promise<void> {
  assertSomethingToRun(args, manifest);
  if (options.resume && options.output === null) {
    throw new ConfigError('--resume: name the folder of the run to go on with by --output DIR');
  }
  const output = options.output ?? defaultOutput(manifest);
  // A plugin may change the working directory.
  const cwd = process.cwd();
  const dir = resolve(output);
  const engine = chooseEngine(options.engine, args);
  if (options.policy !== null && engine.kind !== 'embedded') {
    throw new ConfigError(
      `--policy is what the embedded engine samples from, and this run samples from ${engine.kind}: ` +
        'leave it out',
    );
  }
  const stop = new AbortController();
  const log = createLog(context);
  let stray: Error | undefined;
  const releases = [
    onInterrupt(() => {
      log.warn('stopping: writing what is done; press Ctrl-C again to leave at once');
      stop.abort(new Error('interrupted'));
    }),
    onStrayError((error) => {
      if (stray === undefined) stop.abort(error);
      else log.error(error.message);
      stray ??= error;
    }),
  ];
  let progress: Progress | undefined;
  log.print = (line) => {
    if (progress === undefined) context.stderr.write(`${line}\n`);
    else progress.print(line);
  };
  let result: JobResult;
  try {
    result = await runJob({
      args,
      engine,
      policy: choosePolicy(options.policy ?? defaultPolicy(manifest)),
      output: dir,
      resume: options.resume,
      signal: stop.signal,
      log,
      onStart: (total, done) => {
        progress = createProgress({
          total,
          done,
          stream: context.stderr,
          rewardKey: args.reward_key,
        });
      },
      onGroup: (group) => progress?.add(group),
    });
  } catch (error) {
    throw stray ?? error;
  } finally {
    progress?.stop();
    log.end();
    for (const release of releases) release();
  }
  if (stray !== undefined) throw stray;
  const color = hasColors(context.stdout);
  await writeLine(context.stdout, renderSummary(result.metrics, { dir, cwd, color }));
  const short = result.interrupted
    ? `stopped early; go on with the same command and --output ${output} --resume`
    : failedTooOften(result.metrics, args.max_failure_share);
  if (short === null) return;
  context.exitCode = 1;
  await writeLine(context.stderr, `slime-runtime: ${short}`);
}

function defaultPolicy(manifest: Manifest | null): string {
  return manifest?.policy === undefined ? 'random' : manifest.packageName;
}

function assertSomethingToRun(args: RolloutArgs, manifest: Manifest | null): void {
  const { rollout_interaction_env_path: env, custom_generate_function_path: generate } = args;
  if (env !== null && generate !== null) {
    throw new ConfigError(
      '--rollout-interaction-env-path and --custom-generate-function-path both run the episode: name one',
    );
  }
  if (args.prompt_data === null && manifest !== null) {
    throw new ConfigError(
      `the package ${manifest.packageName} ships no data: name a file with --prompt-data`,
    );
  }
}

function defaultOutput(manifest: Manifest | null): string {
  const stamp = new Date().toISOString().replace(/[-:]/g, '').replace(/\..*/, 'Z');
  return `runs/${manifest?.packageName ?? 'rollout'}-${stamp}`;
}

/** Lines of plugins and of the run, beside the progress and never on standard output. */
function createLog(context: CliContext): Logger & { print(line: string): void; end(): void } {
  const warnings = new RepeatedWarnings((line) => log.print(line));
  const log = {
    print: (line: string): void => {
      context.stderr.write(`${line}\n`);
    },
    end: () => warnings.end(),
    debug: () => {},
    info: (message: string) => log.print(message),
    warn: (message: string) => warnings.warn(message),
    error: (message: string) => log.print(`error: ${message}`),
  };
  return log;
}

/** The first Ctrl-C stops the run, the second leaves the process. */
function onInterrupt(stop: () => void): () => void {
  const onSignal = (): void => {
    for (const name of SIGNALS) process.off(name, onSignal);
    stop();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
