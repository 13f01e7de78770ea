import { setTimeout } from 'node:timers/promises';
import type { BuildEnv, TextObservation } from 'slime-sdk';

const MOST_STEPS = 6;

/** A book of income and spending, in closures; each answer takes a moment. */
export const buildEnv: BuildEnv = async () => {
  let total = 0;
  let steps = 0;
  await setTimeout(1);
  const answer = (text: string): string => {
    const [, verb, amount] = /^\s*(earn|spend)\s+(\d{1,9})\s*$/i.exec(text) ?? [];
    if (verb === undefined) return 'Write "earn N" or "spend N", or "stop".';
    total += verb.toLowerCase() === 'earn' ? Number(amount) : -Number(amount);
    return `The total is ${total}.`;
  };
  return {
    reset() {
      total = 0;
      steps = 0;
      return { messages: [{ role: 'user', content: 'Keep my books: earn, spend or stop.' }] };
    },
    async step(_responseText, { content, signal }) {
      await setTimeout(1, undefined, { signal });
      steps += 1;
      const done = content.trim().toLowerCase() === 'stop' || steps >= MOST_STEPS;
      return { observation: { text: answer(content) }, done, info: { total, steps } };
    },
    formatObservation: ({ text }: TextObservation) => ({ role: 'user', content: text }),
    close() {},
  };
};
