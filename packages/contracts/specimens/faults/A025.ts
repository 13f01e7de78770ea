import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';
import { setTimeout as sleep } from 'node:timers/promises';

/** Looks something up in its first turn. */
class Lookup extends BaseInteractionEnv {
  async step(_responseText: string, { turn }: StepContext) {
    if (turn === 0) await this.look();
    return { observation: { text: `Page ${turn + 1} of 3.` }, done: turn >= 2 };
  }

  async look(): Promise<void> {
    await sleep(2);
  }
}

/** Waits on the event loop that all rollouts share. */
class Blocking extends Lookup {
  override async look() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

const declaration = { name: 'lookup', apiVersion: 1, bounds: { holdMs: 150 } } as const;
export const correct = defineEnv({ ...declaration, build: () => new Lookup() });
export const broken = defineEnv({ ...declaration, build: () => new Blocking() });

export const specimen = { kind: 'env', fault: { row: 'A025', check: 'env/hold' } };
