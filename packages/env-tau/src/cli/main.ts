import type { Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { isSlimeError } from 'slime-sdk';
import { callCommand } from './call-command.ts';
import { importCommand } from './import-command.ts';
import { playCommand } from './play-command.ts';
import { tasksCommand } from './tasks-command.ts';

/** Where the program reads and writes. */
export interface CliStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** A reader that went away: nobody is left to be told. */
function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

function report(error: unknown, stderr: Writable, verbose: boolean): 0 | 1 | 2 | 3 {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isBrokenPipe(error)) return 1;
  const isKnown = isSlimeError(error);
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(`slime-env-tau: ${isKnown ? '' : 'internal error: '}${message}\n`);
  if (verbose) stderr.write(`${inspect(error)}\n`);
  return isKnown ? 2 : 3;
}

/**
 * Runs `slime-env-tau` and gives its exit code: 0 done, 1 nobody reads or a play was left, 2 the call was wrong (flags
 * or data), 3 our own fault. Never throws.
 *
 * @param argv the arguments without `node` and the script.
 */
export async function main(argv: readonly string[], streams: CliStreams): Promise<0 | 1 | 2 | 3> {
  const program = new Command('slime-env-tau')
    .description('The worlds of tau-bench, by hand.')
    .option('--verbose', 'Show the stack of an error')
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    })
    .showHelpAfterError('Run it with --help for the options.')
    .exitOverride();
  let isLeft = false;
  const onLeft = (): void => {
    isLeft = true;
  };
  const commands = [
    importCommand(streams),
    tasksCommand(streams),
    callCommand(streams),
    playCommand(streams, onLeft),
  ];
  for (const command of commands) {
    program.addCommand(command.copyInheritedSettings(program));
  }
  // A write that fails rejects where it is awaited; without a listener it would end the process.
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => {});
  try {
    await program.parseAsync(argv, { from: 'user' });
    return isLeft ? 1 : 0;
  } catch (error) {
    return report(error, streams.stderr, program.opts()['verbose'] === true);
  }
}
