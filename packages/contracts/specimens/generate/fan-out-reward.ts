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

/** Splits the reward and says nothing of it. */
export const broken: CustomGenerate = async (...call) => {
  const [, , , context] = call;
  return context.fanOut(await askTwice(...call), { reward: 'split' });
};
