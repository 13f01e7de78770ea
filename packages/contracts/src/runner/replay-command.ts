import type { JsonValue } from 'slime-sdk';
import { type ContractArgs, DEFAULT_RUNS } from './contracts-options.ts';

/** What a command line says besides the check and where it starts. */
export interface CommandContext {
  args: ContractArgs;
  package: string | null;
  traceFile: string | null;
  lawsPath: string | null;
  runs: number;
  /** Seconds of `--timeout`; null where it is the default. */
  timeout: number | null;
}

/** The command that runs one check again: on one input, or on the whole seed. */
export function replayCommand(
  context: CommandContext,
  id: string,
  replay: string | null,
  seed: number,
): string {
  const words = ['npx', 'slime-contracts'];
  if (context.package !== null) words.push(context.package);
  for (const [key, value] of Object.entries(context.args)) {
    words.push(...flagWords(`--${key.replaceAll('_', '-')}`, value));
  }
  if (context.traceFile !== null) words.push('--from-trace', context.traceFile);
  if (context.lawsPath !== null) words.push('--laws', context.lawsPath);
  if (context.timeout !== null) words.push('--timeout', String(context.timeout));
  words.push('--only', id);
  if (replay === null) words.push('--runs', String(context.runs), '--seed', String(seed));
  else {
    // A path is refused that is beyond the cases of a run.
    if (context.runs !== DEFAULT_RUNS) words.push('--runs', String(context.runs));
    words.push('--replay', replay);
  }
  return words.map(quoteWord).join(' ');
}

function flagWords(flag: string, value: JsonValue | undefined): string[] {
  if (value === null || value === undefined || value === false) return [];
  if (value === true) return [flag];
  if (Array.isArray(value)) return [flag, ...value.map(String)];
  return [flag, typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

/** A word as a POSIX shell reads it back. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./#-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
