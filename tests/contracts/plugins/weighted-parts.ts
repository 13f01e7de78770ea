import { setImmediate } from 'node:timers/promises';
import { defineReward } from 'slime-sdk';
import { graderReward, graders, lengthPenalty, weightedSum } from 'slime-sdk/rewards';
import { z } from 'zod';

const config = z.object({ dull_words: z.array(z.string()).default(['very', 'really']) });

/** How few of its words are dull; it waits before it says so. */
const style = defineReward({
  mode: 'single',
  range: [0, 1],
  reads: ['policy'],
  paysWithoutLabel: true,
  config,
  async reward(args, _sample, view) {
    const dull = new Set(config.parse(args).dull_words);
    await setImmediate();
    const words = view.finalText.split(/\s+/).filter(Boolean);
    const bright = words.filter((word) => !dull.has(word)).length;
    return words.length === 0 ? 0 : bright / words.length;
  },
});

/** The answer above all, the style, and what is too long: each a number of its own, and their sum. */
export default weightedSum({
  key: 'score',
  parts: [
    {
      name: 'answer',
      weight: 2,
      reward: graderReward(graders.math, {
        examples: {
          right: ({ label }) => `It is \\boxed{${String(label)}}.`,
          wrong: ({ label }) => `It is \\boxed{${String(label)} + 1}.`,
        },
      }),
    },
    { name: 'style', weight: 0.5, reward: style },
    {
      name: 'overlong',
      weight: 1,
      reward: lengthPenalty({ overlongBufferLen: 1000, maxResponseLength: 4000, form: 'cosine' }),
    },
  ],
});
