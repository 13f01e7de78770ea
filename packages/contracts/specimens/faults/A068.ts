import { BaseInteractionEnv, defineEnv, type JsonObject } from 'slime-sdk';

/** Logs the bytes of each turn. */
class Logger extends BaseInteractionEnv {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return {};
  }

  step(responseText: string) {
    this.#turns += 1;
    const bytes = new TextEncoder().encode(responseText.slice(0, 8));
    return { observation: { text: 'Logged.' }, done: this.#turns === 3, info: this.log(bytes) };
  }

  log(bytes: Uint8Array): JsonObject {
    return { bytes: [...bytes] };
  }
}

/** A typed array is no JSON: it is written as an object, or refused. */
class Foreign extends Logger {
  override log(bytes: Uint8Array): JsonObject {
    const info: unknown = { bytes };
    return info as JsonObject;
  }
}

export const correct = defineEnv({ name: 'logger', apiVersion: 1, build: () => new Logger() });
export const broken = defineEnv({ name: 'logger', apiVersion: 1, build: () => new Foreign() });

export const specimen = {
  kind: 'env',
  fault: { row: 'A068', check: 'env/info-json' },
  alsoFires: ['env/step-result'],
};
