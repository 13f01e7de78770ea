import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Packages with a program. */
export type Program = 'runtime' | 'contracts';

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

/** Starts the real `slime-runtime`, or another program of ours, as built. */
export function startCli(
  args: readonly string[],
  options: {
    cwd?: string;
    env?: Record<string, string>;
    program?: Program;
    /** What runs it. Default: this Node.js. */
    node?: readonly [file: string, ...args: string[]];
  } = {},
): CliRun {
  const { program = 'runtime', node: [file, ...before] = [process.execPath] } = options;
  const folder = new URL(`../../packages/${program}/`, import.meta.url);
  if (!existsSync(new URL('dist/cli.js', folder))) {
    throw new Error(
      `packages/${program}/dist is missing: run \`npm run build\` before these tests`,
    );
  }
  const bin = fileURLToPath(new URL(`bin/slime-${program}.js`, folder));
  const child = spawn(file, [...before, bin, ...args], {
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
  options?: Parameters<typeof startCli>[1],
): Promise<CliResult> {
  return startCli(args, options).done;
}
