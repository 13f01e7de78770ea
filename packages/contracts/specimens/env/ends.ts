import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Hears answers until it has heard one. */
class Listener extends BaseInteractionEnv {
  step(_responseText: string, { content }: StepContext) {
    return { observation: { text: 'Go on.' }, done: this.isAnswer(content) };
  }

  isAnswer(content: string): boolean {
    return content !== '';
  }
}

export const correct = defineEnv({ name: 'listener', apiVersion: 1, build: () => new Listener() });

/** Waits for an answer that is longer than any turn. */
class Waiting extends Listener {
  override isAnswer(content: string) {
    return content.length > 2 ** 24;
  }
}

export const broken = defineEnv({ name: 'listener', apiVersion: 1, build: () => new Waiting() });
