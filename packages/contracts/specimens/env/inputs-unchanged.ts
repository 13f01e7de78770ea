import { BaseInteractionEnv, defineEnv, type JsonObject } from 'slime-sdk';

/** Counts the tries of an episode among what it knows of the task. */
class Tries extends BaseInteractionEnv {
  readonly #task: JsonObject;

  constructor(task: JsonObject) {
    super();
    this.#task = task;
  }

  override reset() {
    this.#task['tries'] = 0;
    return {};
  }

  step() {
    const tries = Number(this.#task['tries']) + 1;
    this.#task['tries'] = tries;
    return { observation: { text: `You have tried ${tries} times.` }, done: tries >= 3 };
  }
}

export const correct = defineEnv({
  name: 'tries',
  apiVersion: 1,
  build: ({ sample }) => new Tries({ ...sample.metadata }),
});

/** The task is the row's own metadata. */
export const broken = defineEnv({
  name: 'tries',
  apiVersion: 1,
  build: ({ sample }) => new Tries(sample.metadata),
});
