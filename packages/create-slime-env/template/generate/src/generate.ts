import { defineGenerate, type Message } from 'slime-sdk';
import { readAnswer } from './read-answer.ts';

const MAX_TURNS = 3;

const ASK_AGAIN: Message = {
  role: 'user',
  content: 'I cannot read your answer. End with one line: Answer: followed by the number.',
};

/**
 * Lets the policy answer, and asks again while the answer cannot be read, three times at most.
 *
 * Everything goes through the tape: what is trained is what was sampled, and lengths, masks,
 * log-probs and budgets are its work.
 */
export const generate = defineGenerate({
  name: 'ask-again',
  apiVersion: 1,
  generate: async (_args, _sample, _samplingParams, context) => {
    const tape = context.tape();
    for (;;) {
      const turn = await tape.generate();
      const isCut = turn.truncated || turn.finish.type === 'abort';
      if (isCut || readAnswer(turn.content) !== null) return tape.finish();
      // Out of turns, or of budget for another one.
      const isLast = tape.turns.length === MAX_TURNS || !(await tape.observe(ASK_AGAIN)).appended;
      if (isLast) return tape.finish({ status: 'truncated' });
    }
  },
});
