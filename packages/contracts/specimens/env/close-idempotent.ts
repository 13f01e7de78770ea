import { BaseInteractionEnv, defineEnv } from 'slime-sdk';

/** Holds a seat from its reset to its close. */
class Seat extends BaseInteractionEnv {
  protected isTaken = false;

  override reset() {
    this.isTaken = true;
    return {};
  }

  step() {
    return { observation: { text: 'You are seated.' }, done: true };
  }

  override close() {
    this.isTaken = false;
  }
}

export const correct = defineEnv({ name: 'seat', apiVersion: 1, build: () => new Seat() });

class Strict extends Seat {
  override close() {
    if (!this.isTaken) throw new Error('there is no seat to leave');
    this.isTaken = false;
  }
}

export const broken = defineEnv({ name: 'seat', apiVersion: 1, build: () => new Strict() });
