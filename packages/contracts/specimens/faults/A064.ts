import { BaseInteractionEnv, defineEnv, type ResetContext } from 'slime-sdk';

/** Speaks the language that its seed chooses. */
class Polyglot extends BaseInteractionEnv {
  #language = '';

  override reset({ seed }: ResetContext) {
    this.choose(seed % 2 === 0 ? 'en' : 'fr');
    return {};
  }

  async step() {
    const text = this.language() === 'en' ? 'Please go on.' : 'Continuez.';
    return { observation: { text }, done: false };
  }

  choose(language: string): void {
    this.#language = language;
  }

  language(): string {
    return this.#language;
  }
}

/** Keeps the setting of its rollout in the environment of the process. */
class Exporting extends Polyglot {
  override choose(language: string) {
    process.env['POLYGLOT_LANGUAGE'] = language;
  }

  override language() {
    return process.env['POLYGLOT_LANGUAGE'] ?? '';
  }
}

const declaration = { name: 'polyglot', apiVersion: 1, ends: false } as const;
export const correct = defineEnv({ ...declaration, build: () => new Polyglot() });
export const broken = defineEnv({ ...declaration, build: () => new Exporting() });

export const specimen = {
  kind: 'env',
  fault: { row: 'A064', check: 'env/interleaved' },
  alsoFires: ['env/globals', 'env/concurrent-many'],
};
