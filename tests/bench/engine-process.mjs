// Starts `slime-runtime engine` in its own process and waits for its address.
import { fileURLToPath } from 'node:url';
import { BIN, startServer } from './server-process.mjs';

const PACKED = fileURLToPath(new URL('packed-engine.mjs', import.meta.url));

/** @param {string[]} flags further flags of `slime-runtime engine` */
export function startEngine(flags) {
  return startServer([BIN, 'engine', ...flags]);
}

/** @param {string} url of the engine that it stands in front of */
export function startPackedEngine(url) {
  return startServer([PACKED, url]);
}
