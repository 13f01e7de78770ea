import { defineGenerate, type Message } from 'slime-sdk';

const AGAIN: Message = { role: 'user', content: 'Look again: are you sure?' };

/** Answers, is asked again, and answers once more: all through the tape. */
export default defineGenerate({
  name: 'ask-twice',
  apiVersion: 1,
  async generate(_args, _sample, _samplingParams, context) {
    const tape = context.tape();
    const first = await tape.generate();
    if (first.truncated || first.finish.type === 'abort') return tape.finish();
    const { appended } = await tape.observe(AGAIN);
    if (!appended || tape.budget < 1) return tape.finish({ status: 'truncated' });
    await tape.generate();
    return tape.finish({ metadata: { turns: tape.turns.length } });
  },
});
