import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of heap and of buffers that are in use after a collection of garbage. */
export async function usedBytes(): Promise<number> {
  // What a finalizer lets go of is collected in the second round.
  for (let round = 0; round < 2; round += 1) {
    await turn();
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let collector: (() => void) | null = null;

function collectGarbage(): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    const exposed: unknown = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
    if (typeof exposed !== 'function') throw new TypeError('V8 exposes no gc()');
    collector = () => void Reflect.apply(exposed, undefined, []);
  }
  collector();
}
