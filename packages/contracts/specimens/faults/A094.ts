import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';
import { setTimeout as sleep } from 'node:timers/promises';

/** Loads a level, then waits for each move without holding the event loop. */
class Level extends BaseInteractionEnv {
  override async reset({ seed }: ResetContext) {
    await this.load(seed % 4 === 0 ? 200 : 1);
    return {};
  }

  async step(_responseText: string, { turn }: { turn: number }) {
    await sleep(1);
    return { observation: { text: `Move ${turn + 1}.` }, done: turn >= 1 };
  }

  async load(ms: number): Promise<void> {
    await sleep(ms);
  }
}

/** Only the steps were moved off the event loop, the reset was not. */
class Halfway extends Level {
  override async load(ms: number) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  }
}

const declaration = { name: 'level', apiVersion: 1, bounds: { holdMs: 150 } } as const;
export const correct = defineEnv({ ...declaration, build: () => new Level() });
export const broken = defineEnv({ ...declaration, build: () => new Halfway() });

export const specimen = { kind: 'env', fault: { row: 'A094', check: 'env/hold' } };
