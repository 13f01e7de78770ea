import {
  BaseInteractionEnv,
  defineEnv,
  RetryableEnvError,
  type StepResult,
  type TextObservation,
} from 'slime-sdk';

let calls = 0;

/** A service that is too busy now and then, whoever asks. */
class BusyEnv extends BaseInteractionEnv {
  #turns = 0;

  override reset(): Record<string, never> {
    this.#turns = 0;
    return {};
  }

  override step(): StepResult<TextObservation> {
    calls += 1;
    if (calls % 13 === 0) throw new RetryableEnvError('the service is busy');
    this.#turns += 1;
    return { observation: { text: `Turn ${this.#turns}` }, done: this.#turns >= 3 };
  }
}

export default defineEnv({ name: 'busy', apiVersion: 1, build: () => new BusyEnv() });
