import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';

const TASKS = ['Name a river.', 'Name a city.', 'Name a mountain.'];

/** Sets one of three tasks. */
class Tasks extends BaseInteractionEnv {
  readonly #index: number | null;

  constructor(index: number | null) {
    super();
    this.#index = index;
  }

  override reset({ seed }: ResetContext) {
    const task = TASKS[(this.#index ?? seed) % TASKS.length] ?? '';
    return { messages: [{ role: 'user' as const, content: task }] };
  }

  step() {
    return { observation: { text: 'Thank you.' }, done: true };
  }
}

export const correct = defineEnv({ name: 'tasks', apiVersion: 1, build: () => new Tasks(null) });

/** The index of a sample is another for each sibling of a prompt. */
export const broken = defineEnv({
  name: 'tasks',
  apiVersion: 1,
  build: ({ sample }) => new Tasks(sample.index),
});
