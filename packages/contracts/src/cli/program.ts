import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { Command, InvalidArgumentError, Option } from 'commander';
import { addArgsOptions } from 'slime-runtime/hosting';
import { rolloutArgsSchema, type RolloutArgs } from 'slime-sdk';
import { z } from 'zod';
import { flagOfKind, PLUGIN_KINDS, type PluginKind } from '../plugin-kinds.ts';
import { REPORTERS, type ReporterTarget } from './reporters.ts';

/** 130: stopped by Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** What the action is handed: where it writes, and how it says how it came out. */
export interface CliContext {
  readonly stdout: Writable;
  readonly stderr: Writable;
  exitCode: ExitCode;
}

const HELP = `
Examples:
  $ npx slime-contracts --custom-rm-path ./rm.ts
  $ npx slime-contracts --rollout-interaction-env-path ./env.ts --prompt-data rows.jsonl
  $ npx slime-contracts slime-env-geo3k
  $ npx slime-contracts --samples samples.jsonl

Exit codes: 0 all held, 1 a check fell short, 2 the call or a plugin's file was wrong,
3 our own fault, 130 stopped by Ctrl-C.`;

/** Arguments of a run that plugins may read; where they run is this command's own matter. */
const ARGS = (Object.keys(rolloutArgsSchema.shape) as (keyof RolloutArgs)[]).filter(
  (key) => key !== 'isolation',
);

/** Builds the command line. */
export function createProgram(context: CliContext): Command {
  const program = new Command('slime-contracts')
    .description('Check plugins of slime by the laws of their kinds.')
    .argument('[package]', 'an environment package, by name or folder: all that its manifest names')
    .allowExcessArguments(false)
    .version(readVersion(), '--version', 'Show the version')
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
    .showHelpAfterError('Run it with --help for the options.')
    .exitOverride()
    .addHelpText('after', HELP);
  addRunOptions(program);
  addHookOptions(program);
  addArgsOptions(program, ARGS);
  return program.action(async () => {
    const { runCommand } = await import('./run-command.ts');
    await runCommand(program, context);
  });
}

function addRunOptions(program: Command): void {
  const options = [
    new Option('--samples <file>', 'check stored samples, JSON lines'),
    new Option('--runs <number>', 'cases of a property').default(1000).argParser(positiveInteger),
    new Option('--seed <number>', 'seed of the cases; drawn and printed without it').argParser(
      integer,
    ),
    new Option('--replay <seed:path>', 'the one case that a failure names; with --only'),
    new Option('--only <id...>', 'run these checks alone'),
    new Option('--skip <id=reason...>', 'leave a check out; the reason is printed'),
    new Option('--severity <id=level...>', 'make a check an error or a warning'),
    new Option('--timeout <seconds>', 'what one call of a plugin may take')
      .default(5)
      .argParser(positive),
    new Option('--isolation <where>', 'where plugins run')
      .choices(['process', 'inline'])
      .default('process'),
    new Option('--strict', 'warnings and checks that do not apply fail the run too'),
    new Option('--from-trace <file>', 'turns.jsonl of a run: its episodes are cases too'),
    new Option('--laws <module>', 'further checks of your own'),
    new Option('--watch', 'run again when a file beside the plugin changes'),
    new Option('--list', 'list the checks'),
    new Option('--explain <id>', 'tell why a check is there and how to mend what breaks it'),
    new Option(
      '--reporter <name...>',
      `how to report: ${Object.keys(REPORTERS).join(', ')}; NAME=FILE writes a file`,
    )
      .default([DEFAULT_REPORTER], 'pretty')
      .argParser(readReporter),
    new Option('--verbose', 'show the stack of an error'),
  ];
  for (const option of options) program.addOption(option.helpGroup('Checking:'));
}

/** Flags of plugin kinds that the schema of arguments does not hold. */
function addHookOptions(program: Command): void {
  for (const kind of Object.keys(PLUGIN_KINDS) as PluginKind[]) {
    const { arg, title } = PLUGIN_KINDS[kind];
    if (arg in rolloutArgsSchema.shape) continue;
    const value = kind === 'sampleHook' ? '<module...>' : '<module>';
    program.addOption(new Option(`${flagOfKind(kind)} ${value}`, title).helpGroup('Hooks:'));
  }
}

function readReporter(text: string, earlier: unknown): ReporterTarget[] {
  const [name = '', file = null] = text.split(/=(.*)/s, 2);
  if (!(name in REPORTERS)) {
    throw new InvalidArgumentError(`There are ${Object.keys(REPORTERS).join(', ')}.`);
  }
  if (file === '') throw new InvalidArgumentError('Name a file behind the =.');
  const isFirst = Array.isArray(earlier) && earlier.length === 1 && isDefault(earlier[0]);
  const before: ReporterTarget[] = isFirst || !Array.isArray(earlier) ? [] : earlier;
  return [...before, { name: name as ReporterTarget['name'], file }];
}

const DEFAULT_REPORTER = { name: 'pretty', file: null };

function isDefault(value: unknown): boolean {
  return value === DEFAULT_REPORTER;
}

function integer(text: string): number {
  if (/^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31) return Number(text);
  throw new InvalidArgumentError('Write an integer of at most 32 bits.');
}

function positiveInteger(text: string): number {
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('Write a positive integer.');
}

function positive(text: string): number {
  const value = Number(text);
  if (/^[\d.]+$/.test(text) && value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Write a positive number.');
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  const own = import.meta.url.endsWith('.ts')
    ? new URL('../../package.json', import.meta.url)
    : file;
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(own, 'utf8'))).version;
}
