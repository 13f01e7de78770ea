// Starts `slime-runtime engine` in its own process and waits for its address.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../packages/runtime/bin/slime-runtime.js', import.meta.url));

const PACKED = fileURLToPath(new URL('packed-engine.mjs', import.meta.url));

/** @param {string[]} flags further flags of `slime-runtime engine` */
export function startEngine(flags) {
  return start([BIN, 'engine', ...flags]);
}

/** @param {string} url of the engine that it stands in front of */
export function startPackedEngine(url) {
  return start([PACKED, url]);
}

async function start(command) {
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    new Promise((resolve) => lines.once('line', (text) => resolve([text]))),
    new Promise((_, reject) => {
      child.once('exit', (code) => reject(new Error(`the engine exited with code ${code}`)));
    }),
  ]);
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  return { url: JSON.parse(line).url, stop };
}
