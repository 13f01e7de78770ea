import { setTimeout as sleep } from 'node:timers/promises';
import { BaseInteractionEnv, defineEnv, type StepContext, type StepResult } from 'slime-sdk';

/** Asynchronous, 5 ms a turn, aborted by its signal; ends on an answer. */
class Slow extends BaseInteractionEnv<{ words: string[] }> {
  #isOver = false;

  override async reset() {
    await sleep(1);
    this.#isOver = false;
    return { tools: [] };
  }

  async step(
    _text: string,
    { content, signal }: StepContext,
  ): Promise<StepResult<{ words: string[] }>> {
    if (this.#isOver) throw new Error('the episode is over');
    await sleep(5, undefined, { signal });
    this.#isOver = content !== '';
    return { observation: { words: ['Go', 'on.'] }, done: this.#isOver };
  }

  override formatObservation({ words }: { words: string[] }) {
    return [{ role: 'user' as const, content: words.join(' ') }];
  }

  override async close() {
    await sleep(1);
  }
}

export const env = defineEnv({ name: 'slow', apiVersion: 1, build: async () => new Slow() });
