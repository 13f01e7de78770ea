import type { Logger } from 'slime-sdk';
import type { CliContext } from './cli-context.ts';

/** Writes to standard error, message by message: standard output is for what programs read. */
export function createStderrLog({ stderr }: Pick<CliContext, 'stderr'>): Logger {
  const print = (message: string): void => void stderr.write(`${message}\n`);
  return { debug: () => {}, info: print, warn: print, error: print };
}
