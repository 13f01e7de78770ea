import { graders, llmJudge, weightedSum } from 'slime-sdk/rewards';
import { z } from 'zod';

const config = z.object({ judge_url: z.url() });
const llm = (args: object) => ({
  baseUrl: config.parse(args).judge_url,
  model: 'judge',
  retries: 1,
});

/** A model compares the answer with the label. */
export const alone = llmJudge({
  llm,
  config,
  rubric: 'The best mark for an answer that says the same as the reference, else the worst.',
  shows: ['prompt', 'label'],
  deterministic: true,
  examples: {
    right: ({ label }) => String(label),
    wrong: () => 'nobody knows',
  },
});

/** Three judgements, whose spread is reported, beside a grader. */
export const among = weightedSum({
  key: 'score',
  parts: [
    { name: 'overlap', weight: 1, reward: graders.f1 },
    {
      name: 'judge',
      weight: 2,
      key: 'mean',
      reward: llmJudge({
        llm,
        config,
        rubric: 'As above.',
        shows: ['label'],
        judgements: 3,
        deterministic: true,
        key: 'mean',
        ...(alone.examples === undefined ? {} : { examples: alone.examples }),
      }),
    },
  ],
});
