import { BaseInteractionEnv, defineEnv, type StepContext } from 'slime-sdk';

/** Nim: who takes the last stone wins; a move that is none loses the game. */
class Nim extends BaseInteractionEnv {
  #stones = 0;
  readonly #first: number;

  constructor(first: number) {
    super();
    this.#first = first;
  }

  override reset() {
    this.#stones = this.#first;
    const parameters = {
      type: 'object',
      properties: { stones: { type: 'integer', minimum: 1, maximum: 3 } },
      required: ['stones'],
    };
    const take = { name: 'take', description: 'Takes stones.', parameters };
    const content = `There are ${this.#stones} stones.`;
    return {
      messages: [{ role: 'user' as const, content }],
      tools: [{ type: 'function' as const, function: take }],
    };
  }

  step(_responseText: string, { calls }: StepContext) {
    const [call] = calls;
    const stones = call?.arguments?.['stones'];
    const isMove =
      calls.length === 1 && call?.name === 'take' && [1, 2, 3].includes(Number(stones));
    if (!isMove || Number(stones) > this.#stones) return this.#end('That is no move.', -1);
    this.#stones -= Number(stones);
    if (this.#stones === 0) return this.#end('You win.', 1);
    this.#stones -= Math.max(1, this.#stones % 4);
    if (this.#stones === 0) return this.#end('You lose.', 0);
    return { observation: { text: `${this.#stones} stones are left.` }, done: false };
  }

  #end(text: string, reward: number) {
    return { observation: { text }, done: true, reward };
  }
}

export const correct = defineEnv({
  name: 'nim',
  apiVersion: 1,
  reward: { reduction: 'last', range: [-1, 1] },
  build: () => new Nim(11),
});
