import type { Writable } from 'node:stream';
import { reportError } from 'slime-runtime/hosting';
import { createProgram, type ExitCode } from './program.ts';

/** Where the program writes. */
export interface CliStreams {
  stdout: Writable;
  stderr: Writable;
}

/**
 * Runs `slime-contracts` and gives its exit code: 0 all held, 1 a check fell short, 2 the call or a
 * plugin's file was wrong, 3 our own fault, 130 stopped by Ctrl-C. Never throws.
 *
 * @param argv the arguments without `node` and the script.
 */
export async function main(argv: readonly string[], streams: CliStreams): Promise<ExitCode> {
  const context = { ...streams, exitCode: 0 as ExitCode };
  const program = createProgram(context);
  // A write that fails rejects where it is awaited; without a listener it would end the process.
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => {});
  try {
    await program.parseAsync(argv, { from: 'user' });
    return context.exitCode;
  } catch (error) {
    const isVerbose = program.opts()['verbose'] === true;
    return reportError(error, streams.stderr, isVerbose, 'slime-contracts');
  }
}
