import {
  BaseInteractionEnv,
  defineEnv,
  type StepContext,
  type StepResult,
  type TextObservation,
} from 'slime-sdk';

const TARGET = 21;

/** Roll as often as you dare: true dice, not seeded ones. */
class DiceEnv extends BaseInteractionEnv {
  #sum = 0;

  override reset(): { messages: { role: 'user'; content: string }[] } {
    this.#sum = 0;
    return { messages: [{ role: 'user', content: 'Say "roll" or "hold".' }] };
  }

  override step(_responseText: string, { content }: StepContext): StepResult<TextObservation> {
    if (!/\broll\b/i.test(content)) return this.#end('You hold.');
    const rolled = 1 + Math.floor(Math.random() * 6);
    this.#sum += rolled;
    if (this.#sum > TARGET) return this.#end('Too much.');
    return { observation: { text: `A ${rolled}: ${this.#sum} in all.` }, done: false, reward: 0 };
  }

  #end(text: string): StepResult<TextObservation> {
    const reward = this.#sum > TARGET ? 0 : this.#sum / TARGET;
    return { observation: { text }, done: true, reward };
  }
}

export default defineEnv({
  name: 'dice',
  apiVersion: 1,
  deterministic: false,
  reward: { reduction: 'last', range: [0, 1] },
  build: () => new DiceEnv(),
});
