import { spawn } from 'node:child_process';

/** What a command left. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** How a command runs. */
export interface CommandOptions {
  cwd: string;
  /** The whole environment. */
  env: NodeJS.ProcessEnv;
  /** Ends the command and all that it started. */
  signal: AbortSignal;
  /** Standard input; empty without it. */
  input?: string;
}

/** Runs a command to its end, in a process group of its own. */
export function runCommand(
  file: string,
  args: readonly string[],
  { cwd, env, signal, input = '' }: CommandOptions,
): Promise<CommandResult> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    const end = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    signal.addEventListener('abort', end, { once: true });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.once('error', (error: NodeJS.ErrnoException) => {
      // A command may end without having read.
      if (error.code !== 'EPIPE') reject(error);
    });
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      resolve({ code, stdout, stderr });
    });
  });
}

/**
 * Runs a command that must succeed, and gives its standard output.
 *
 * @throws Error with all that it said.
 */
export async function mustRun(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(file, args, options);
  if (code === 0) return stdout;
  throw new Error(`${file} ${args.join(' ')}: exit code ${code}\n${stdout}\n${stderr}`);
}
