import {
  BaseInteractionEnv,
  defineEnv,
  type ResetContext,
  RetryableEnvError,
  type StepContext,
} from 'slime-sdk';
import { z } from 'zod';

interface State {
  room: number;
  steps: number;
}

/** A walk with snapshots, whose backend fails now and then; runs until a budget ends it. */
class Rooms extends BaseInteractionEnv {
  #state: State = { room: 0, steps: 0 };
  #failsAt: number;
  readonly #rooms: number;

  constructor(rooms: number) {
    super();
    this.#rooms = rooms;
    this.#failsAt = 2;
  }

  override reset({ seed, attempt }: ResetContext) {
    if (attempt === 0 && seed % 7 === 0) throw new RetryableEnvError('the backend is busy');
    this.#state = { room: seed % this.#rooms, steps: 0 };
    return { info: { rooms: this.#rooms } };
  }

  async step(text: string, { signal }: StepContext) {
    signal.throwIfAborted();
    await Promise.resolve();
    if (this.#state.steps === this.#failsAt) {
      this.#failsAt = -1;
      throw new RetryableEnvError('the backend was restarted');
    }
    this.#state.steps += 1;
    this.#state.room += text.length;
    return {
      observation: { text: `You are in room ${this.#state.room} of ${this.#rooms} or more.` },
      done: false,
    };
  }

  snapshot() {
    return this.#state;
  }

  restore(snapshot: unknown) {
    this.#state = z.object({ room: z.number(), steps: z.number() }).parse(snapshot);
  }

  metrics() {
    return { steps: this.#state.steps };
  }
}

export const env = defineEnv({
  name: 'rooms',
  apiVersion: 1,
  config: z.object({ rooms: z.int().positive().default(12) }),
  ends: false,
  build: ({ config }) => new Rooms(config.rooms),
});
