import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

const ANSWERS: Record<string, { text: string }> = {
  yes: { text: 'Good.' },
  no: { text: 'Why not?' },
};

class YesNo extends BaseInteractionEnv {
  #turns = 0;

  override reset() {
    this.#turns = 0;
    return {};
  }

  step(_responseText: string, { content }: StepContext) {
    this.#turns += 1;
    const answer = (Object.hasOwn(ANSWERS, content) && ANSWERS[content]) || { text: 'Yes or no?' };
    return { observation: { text: this.print(answer) }, done: this.#turns === 3 };
  }

  print(answer: { text: string }): string {
    return answer.text;
  }
}

/** The object itself becomes the text. */
class Printing extends YesNo {
  override print(answer: { text: string }): string {
    const value: unknown = answer;
    return [value].join();
  }
}

export const correct = defineEnv({ name: 'yesno', apiVersion: 1, build: () => new YesNo() });
export const broken = defineEnv({ name: 'yesno', apiVersion: 1, build: () => new Printing() });

export const specimen = { kind: 'env', fault: { row: 'B021', check: 'env/observation-shape' } };
