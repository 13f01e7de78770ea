// Starts `slime-runtime engine` in its own process and waits for its address.
import { fileURLToPath } from 'node:url';
import { BIN, startServer } from './server-process.mjs';

const REPLAYING = fileURLToPath(new URL('replaying-engine.mjs', import.meta.url));

/** @param {string[]} flags further flags of `slime-runtime engine` */
export function startEngine(flags) {
  return startServer([BIN, 'engine', ...flags]);
}

/**
 * @param {string} url of the engine whose replies it plays again
 * @param {'json' | 'packed'} form of ids and log-probs in its replies
 */
export function startReplayingEngine(url, form) {
  return startServer([REPLAYING, url, form]);
}
