import { randomInt } from 'node:crypto';
import type { Command } from 'commander';
import { hasColors, readArgsFlags } from 'slime-runtime/hosting';
import { ConfigError } from 'slime-sdk';
import { PLUGIN_KINDS } from '../plugin-kinds.ts';
import { createLiveReporter, exitCodeOf, type LiveReporter } from '../report/index.ts';
import type { Report } from '../report/report.ts';
import type { ContractArgs, ContractsOptions } from '../runner/contracts-options.ts';
import { runContracts } from '../runner/run-contracts.ts';
import { selectPlugins } from '../runner/select-plugins.ts';
import { explainCheck, listChecks } from './list-checks.ts';
import { readPairs, readSeverities } from './pairs.ts';
import type { CliContext } from './program.ts';
import { assertWritable, type Looks, type ReporterTarget, writeReports } from './reporters.ts';
import { assertKnownChecks } from './known-checks.ts';
import { watchPlugins } from './watch-plugins.ts';

/** Options as commander gives them. */
interface Options {
  samples?: string;
  runs: number;
  seed?: number;
  replay?: string;
  only?: string[];
  skip?: string[];
  severity?: string[];
  timeout: number;
  isolation: 'process' | 'inline';
  strict?: boolean;
  fromTrace?: string;
  laws?: string;
  watch?: boolean;
  list?: boolean;
  explain?: string;
  reporter: ReporterTarget[];
  verbose?: boolean;
}

/** Runs what the command line says. @throws ConfigError and its like for a wrong call */
export async function runCommand(program: Command, context: CliContext): Promise<void> {
  const options: Options = program.opts();
  const args = readArgs(program);
  if (options.explain !== undefined) {
    context.stdout.write(await explainCheck(options.explain, hasColors(context.stdout)));
    return;
  }
  if (options.list === true) {
    const kinds = selectPlugins(args).map(({ kind }) => kind);
    context.stdout.write(await listChecks(kinds, hasColors(context.stdout)));
    return;
  }
  const contracts = await readContracts(program, options, args);
  await assertWritable(options.reporter);
  const run = (signal: AbortSignal): Promise<Report> =>
    runOnce({ ...contracts, signal }, options, context);
  if (options.watch === true) {
    const written = options.reporter.flatMap(({ file }) => (file === null ? [] : [file]));
    await watchPlugins(run, context, written);
    return;
  }
  const stop = stopOnSignals();
  try {
    const report = await run(stop.signal);
    context.exitCode = stop.signal.aborted
      ? 130
      : exitCodeOf(report, { strict: options.strict === true });
  } finally {
    stop.release();
  }
}

async function readContracts(
  program: Command,
  options: Options,
  args: ContractArgs,
): Promise<ContractsOptions> {
  const { samples, runs, seed, replay, only, timeout, isolation, fromTrace, laws } = options;
  const [packageName] = program.args;
  const skip = readPairs('--skip', options.skip ?? [], 'REASON');
  const severity = readSeverities(options.severity ?? []);
  if (replay !== undefined && only?.length !== 1) {
    throw new ConfigError('--replay is for one check: name it with --only ID');
  }
  const contracts: ContractsOptions = {
    args,
    runs,
    timeout,
    isolation,
    skip,
    severity,
    ...(packageName === undefined ? {} : { package: packageName }),
    ...(samples === undefined ? {} : { samples }),
    // The runs of a watch are about the same cases: a failure that goes is mended.
    seed: seed ?? randomInt(2 ** 31 - 1),
    ...(replay === undefined ? {} : { replay }),
    ...(only === undefined ? {} : { only }),
    ...(fromTrace === undefined ? {} : { fromTrace }),
    ...(laws === undefined ? {} : { laws }),
  };
  await assertKnownChecks(contracts);
  return contracts;
}

async function runOnce(
  contracts: ContractsOptions,
  options: Options,
  context: CliContext,
): Promise<Report> {
  const isPretty = options.reporter.some(({ name, file }) => name === 'pretty' && file === null);
  const looks = { strict: options.strict === true, verbose: options.verbose === true };
  const live = isPretty ? createLive(context, looks) : null;
  try {
    const report = await runContracts(contracts, live ?? {});
    live?.finished(report);
    await writeReports(report, options.reporter, looks, context.stdout);
    return report;
  } finally {
    live?.stop();
  }
}

function createLive({ stdout }: CliContext, looks: Looks): LiveReporter {
  const isTTY = 'isTTY' in stdout && stdout.isTTY === true;
  // Bound now: an inline run takes what the plugin writes to `process.stdout`, and not the report.
  const write = stdout.write.bind(stdout);
  const screen = {
    write: (text: string) => write(text),
    get columns() {
      return 'columns' in stdout && typeof stdout.columns === 'number' ? stdout.columns : undefined;
    },
  };
  return createLiveReporter({ stdout: screen, color: hasColors(stdout), isTTY, ...looks });
}

/** The arguments that the command line gives, hooks among them. */
function readArgs(program: Command): ContractArgs {
  const given = program.opts<Record<string, string | string[] | undefined>>();
  const hooks = Object.values(PLUGIN_KINDS).flatMap(({ arg }) => {
    const value = given[arg.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
    return value === undefined ? [] : [[arg, value] as const];
  });
  return { ...Object.fromEntries(hooks), ...readArgsFlags(program) };
}

/** The first Ctrl-C ends the run readably; a second one kills the process. */
function stopOnSignals(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => {
    release();
    controller.abort();
  };
  const release = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return { signal: controller.signal, release };
}
