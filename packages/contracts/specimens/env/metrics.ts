import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Counts calls and how many of them could be read. */
class Reader extends BaseInteractionEnv {
  calls = 0;
  readable = 0;

  override reset() {
    this.calls = 0;
    this.readable = 0;
    return {};
  }

  step(_responseText: string, { calls }: StepContext) {
    this.calls += calls.length;
    this.readable += calls.filter((call) => call.arguments !== undefined).length;
    return { observation: { text: 'Go on.' }, done: calls.length === 0 };
  }

  metrics() {
    return { readable_share: this.calls === 0 ? 0 : this.readable / this.calls };
  }
}

export const correct = defineEnv({ name: 'reader', apiVersion: 1, build: () => new Reader() });

/** Without a call it divides by nothing. */
class Dividing extends Reader {
  override metrics() {
    return { readable_share: this.readable / this.calls };
  }
}

export const broken = defineEnv({ name: 'reader', apiVersion: 1, build: () => new Dividing() });

export const specimen = { alsoFires: ['env/step-result'] };
