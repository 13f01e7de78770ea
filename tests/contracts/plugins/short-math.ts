import { graders, lengthPenalty, weightedSum } from 'slime-sdk/rewards';

/** DAPO's reward: its grader, and its punishment of what is too long. */
export default weightedSum({
  parts: [
    { name: 'answer', weight: 1, reward: graders.dapo },
    {
      name: 'overlong',
      weight: 1,
      reward: lengthPenalty({ overlongBufferLen: 500, maxResponseLength: 2000 }),
    },
  ],
});
