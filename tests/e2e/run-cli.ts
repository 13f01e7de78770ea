import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../packages/runtime/bin/slime-runtime.js', import.meta.url));

/** What a program left when it ended. */
export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A program that runs. */
export interface CliRun {
  child: ChildProcess;
  /** What it wrote on standard error so far. */
  stderr(): string;
  done: Promise<CliResult>;
}

/** Flags by name; `true` for those without a value, null for those left out. */
export function toFlags(flags: Record<string, string | number | true | null>): string[] {
  return Object.entries(flags).flatMap(([name, value]) => {
    if (value === null) return [];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
}

/** Starts the real `slime-runtime`, as built. */
export function startCli(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): CliRun {
  if (!existsSync(new URL('../../packages/runtime/dist/cli.js', import.meta.url))) {
    throw new Error('packages/runtime/dist is missing: run `npm run build` before these tests');
  }
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: options.cwd,
    // FORCE_COLOR beside NO_COLOR makes Node.js warn.
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const done = new Promise<CliResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, stderr: () => stderr, done };
}

/** Runs the real `slime-runtime` to its end. */
export function runCli(
  args: readonly string[],
  options?: { cwd?: string; env?: Record<string, string> },
): Promise<CliResult> {
  return startCli(args, options).done;
}
