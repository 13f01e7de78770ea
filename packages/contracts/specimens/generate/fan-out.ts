import type { CustomGenerate, Sample } from 'slime-sdk';

/** Asks twice, each time on a tape of its own. */
async function askTwice(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample[]> {
  const segments = [];
  for (const reward of [1, 1]) {
    const tape = context.tape();
    await tape.generate();
    segments.push(await tape.finish({ reward }));
  }
  return context.fanOut(segments, { reward: 'full' });
}

export const correct: CustomGenerate = askTwice;

/** Gives every rollout the same id. */
export const broken: CustomGenerate = async (...call) => {
  const segments = await askTwice(...call);
  return segments.map((segment) => ({ ...segment, rollout_id: 7 }));
};
