import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';
import { setTimeout as sleep } from 'node:timers/promises';

/** A maze; some are large ones, which take a while to draw. */
class Maze extends BaseInteractionEnv {
  override async reset({ seed }: ResetContext) {
    if (seed % 32 === 0) await this.draw(180);
    return {};
  }

  step(_responseText: string, { turn }: { turn: number }) {
    return { observation: { text: `You have walked ${turn + 1} steps.` }, done: turn >= 2 };
  }

  async draw(ms: number): Promise<void> {
    await sleep(ms);
  }
}

const declaration = { name: 'maze', apiVersion: 1, bounds: { holdMs: 150 } } as const;

export const correct = defineEnv({ ...declaration, build: () => new Maze() });

/** An `async` function in which nothing is awaited. */
class Blocking extends Maze {
  override async draw(ms: number) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  }
}

export const broken = defineEnv({ ...declaration, build: () => new Blocking() });
