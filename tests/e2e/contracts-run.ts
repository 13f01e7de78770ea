import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Report, reportSchema } from 'slime-contracts';
import { type CliResult, type CliRun, startCli } from './run-cli.ts';

const exec = promisify(execFile);
let runs = 0;

/** A run of `slime-contracts` that has ended. */
export interface ContractsResult extends CliResult {
  /** What `--reporter json` wrote; null where the call was wrong. */
  report: Report | null;
  /** Outcomes by id. */
  outcomes: Record<string, string>;
}

/** How the program is run. */
export interface ContractsRunOptions {
  cwd: string;
  env?: Record<string, string>;
  node?: readonly [file: string, ...args: string[]];
}

/** Runs the real `slime-contracts` to its end, with a JSON report beside the one for people. */
export async function runContractsCli(
  args: readonly string[],
  options: ContractsRunOptions,
): Promise<ContractsResult> {
  runs += 1;
  const file = join(options.cwd, `.report-${process.pid}-${runs}.json`);
  const { done } = startContracts([...args, '--reporter', 'pretty', `json=${file}`], options);
  const result = await done;
  const report = await readReport(file);
  await rm(file, { force: true });
  const checks = report?.plugins.flatMap((plugin) => plugin.checks) ?? [];
  return {
    ...result,
    report,
    outcomes: Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome])),
  };
}

/** Starts the real `slime-contracts`. */
export function startContracts(args: readonly string[], options: ContractsRunOptions): CliRun {
  return startCli(args, { ...options, program: 'contracts' });
}

/** Reads a JSON report by its schema; null where none was written. */
export async function readReport(file: string): Promise<Report | null> {
  try {
    return reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Processes whose command line holds a text. */
export async function processesWith(text: string): Promise<string[]> {
  const { stdout } = await exec('ps', ['-eo', 'pid=,args=']);
  return stdout.split('\n').filter((line) => line.includes(text) && !line.includes('ps -eo'));
}

/** The children in which a run of the program has plugins. */
export function childrenOf({ child }: CliRun): Promise<string[]> {
  return processesWith(`{"parent":${child.pid},`);
}
