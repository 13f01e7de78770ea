import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** The light must be on when the policy says that it is done. */
class Switch extends BaseInteractionEnv {
  #isOn = false;

  override reset() {
    this.#isOn = this.startsOn();
    return { messages: [{ role: 'user' as const, content: 'Turn the light on, then say done.' }] };
  }

  step(_responseText: string, { content }: StepContext) {
    if (content === 'turn on') this.#isOn = true;
    const done = content !== 'turn on';
    const reward = this.#isOn ? 1 : 0;
    return { observation: { text: 'The switch clicks.' }, done, ...(done && { reward }) };
  }

  startsOn(): boolean {
    return false;
  }
}

const declaration = {
  name: 'switch',
  apiVersion: 1,
  reward: { reduction: 'last', range: [0, 1] },
} as const;

export const correct = defineEnv({ ...declaration, build: () => new Switch() });

/** The task is done before it starts. */
class Lit extends Switch {
  override startsOn(): boolean {
    return true;
  }
}

export const broken = defineEnv({ ...declaration, build: () => new Lit() });
