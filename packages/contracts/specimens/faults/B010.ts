import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Tells how long its transcript is. */
class Transcript extends BaseInteractionEnv {
  protected transcript: string[] = [];

  override reset() {
    this.transcript = [];
    return {};
  }

  step(responseText: string) {
    this.transcript.push(responseText);
    const text = `The transcript has ${this.transcript.length} turns.`;
    return { observation: { text }, done: this.transcript.length >= 4 };
  }
}

/** A retry starts anew with the transcript of the episode that was aborted. */
class Glued extends Transcript {
  override reset() {
    return {};
  }
}

export const correct = defineEnv({
  name: 'transcript',
  apiVersion: 1,
  build: () => new Transcript(),
});
export const broken = defineEnv({ name: 'transcript', apiVersion: 1, build: () => new Glued() });

export const specimen = {
  kind: 'env',
  fault: { row: 'B010', check: 'env/attempt-replay' },
  alsoFires: ['env/reset-fresh'],
};
