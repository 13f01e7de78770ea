// Starts a server of ours in its own process and waits for its address.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The program `slime-runtime`, as built. */
export const BIN = fileURLToPath(
  new URL('../../packages/runtime/bin/slime-runtime.js', import.meta.url),
);

/**
 * @param {string[]} command a program that prints `{"url": …}` when it listens, and its arguments
 * @param {{ cwd?: string, stderr?: 'inherit' | 'ignore' }} options
 */
export async function startServer(command, { cwd, stderr = 'inherit' } = {}) {
  const child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'pipe', stderr] });
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the server exited with code ${code}`)));
  });
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  return { url: JSON.parse(line).url, stop };
}
