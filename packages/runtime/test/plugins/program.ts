import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { bundleModule } from '../../src/plugins/bundle-module.ts';

/** A program that runs in a real Node.js process. */
export interface Program {
  process: ChildProcess;
  /** Output and end, once it is over. */
  ended: Promise<{
    code: number | null;
    signal: string | null;
    stdout: string;
    stderr: string;
  }>;
}

/** Runs TypeScript over the sources of the plugins folder, imported as `#plugins`, in a project. */
export async function runProgram(cwd: string, source: string): Promise<Program> {
  const plugins = fileURLToPath(new URL('../../src/plugins/index.ts', import.meta.url));
  await writeFile(join(cwd, 'main.ts'), source.replaceAll('#plugins', plugins));
  const { code } = await bundleModule(join(cwd, 'main.ts'));
  await writeFile(join(cwd, 'main.mjs'), code);
  const child = spawn(process.execPath, [join(cwd, 'main.mjs')], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    ...output,
  }));
  return { process: child, ended };
}

/** What such a program starts with: a silent log, and a context to open an env with. */
export const PREAMBLE = `
import { createPluginHost } from '#plugins';
import { createRolloutArgs, createSample } from 'slime-sdk';
const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const args = createRolloutArgs({ env_step_timeout: 1, reward_timeout: 1 });
const context = { sample: createSample({ index: 3 }), args, signal: new AbortController().signal };
const turn = { turn: 0, reasoning: '', content: '', calls: [], truncated: false, seed: 1 };
const open = (isolation: 'inline' | 'process') => createPluginHost({ isolation, args, concurrency: 2, log });
`;

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Settles when a process is gone; a test's time limit ends the wait. */
export async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}
