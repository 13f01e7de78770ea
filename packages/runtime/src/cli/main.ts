import type { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { versionOf } from '../observe/package-version.ts';
import type { CliContext } from './cli-context.ts';
import { reportError } from './report-error.ts';

type CreateCommand = (context: CliContext) => Command;

/** Only the command that is called is loaded: checking a file needs no engine. */
const COMMANDS: ReadonlyMap<string, () => Promise<CreateCommand>> = new Map([
  ['rollout', async () => (await import('./rollout-command.ts')).rolloutCommand],
  ['engine', async () => (await import('./engine-command.ts')).engineCommand],
  ['serve-rm', async () => (await import('./serve-rm-command.ts')).serveRmCommand],
  ['grade', async () => (await import('./grade-command.ts')).gradeCommand],
  ['check', async () => (await import('./check-command.ts')).checkCommand],
  ['template', async () => (await import('./template-command.ts')).templateCommand],
  ['inspect', async () => (await import('./inspect-command.ts')).inspectCommand],
]);

/** Where a program reads and writes. */
export interface CliStreams {
  /** Opens standard input. Default: the process's own. */
  stdin?: () => Readable;
  stdout: Writable;
  stderr: Writable;
}

/**
 * Runs `slime-runtime` and gives its exit code: 0 held, 1 a check or run fell short, 2 the call was
 * wrong, 3 our own fault. Never throws.
 *
 * @param argv the arguments without `node` and the script.
 */
export async function main(argv: readonly string[], streams: CliStreams): Promise<0 | 1 | 2 | 3> {
  const context: CliContext = { ...streams, exitCode: 0 };
  const program = createProgram(context);
  // A write that fails rejects where it is awaited; without a listener it would end the process.
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => {});
  try {
    await addCommands(program, argv, context);
    await program.parseAsync(argv, { from: 'user' });
    return context.exitCode;
  } catch (error) {
    return reportError(error, streams.stderr, program.opts()['verbose'] === true);
  }
}

function createProgram(context: CliContext): Command {
  return new Command('slime-runtime')
    .description('Run, grade and check environments of slime.')
    .version(versionOf('slime-runtime'), '--version', 'Show the version')
    .option('--verbose', 'Show the stack of an error')
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
    .showHelpAfterError('Run it with --help for the options.')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit codes: 0 all held, 1 a check or run fell short, 2 the call was wrong, 3 our own fault.',
    );
}

/** Adds the command that is called; all of them when it is unknown, or help is asked for. */
async function addCommands(
  program: Command,
  argv: readonly string[],
  context: CliContext,
): Promise<void> {
  const called = COMMANDS.get(argv.find((arg) => !arg.startsWith('-')) ?? '');
  for (const load of called === undefined ? COMMANDS.values() : [called]) {
    const command = (await load())(context);
    inheritSettings(command, program);
    program.addCommand(command);
  }
}

/** `addCommand` leaves a command its own settings: with them an error would end the process. */
function inheritSettings(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritSettings(child, command);
}
