import type { Readable, Writable } from 'node:stream';

/** What a command is handed: where it reads and writes, and how it says that a run fell short. */
export interface CliContext {
  /** Opens standard input. Default: the process's own. */
  readonly stdin?: () => Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** 0, or 1 once the command has found that a check or a run fell short. */
  exitCode: 0 | 1;
}

/**
 * Writes a line and waits until the stream takes more.
 *
 * Rejects with the stream's own error, `EPIPE` when the reader has gone.
 */
export async function writeLine(stream: Writable, line: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(`${line}\n`, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}
