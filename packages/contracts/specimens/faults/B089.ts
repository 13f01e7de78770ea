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

/** The longer a segment, the larger its part, though each is declared to have the whole. */
export const broken: CustomGenerate = async (...call) => {
  const segments = await askTwice(...call);
  return segments.map((segment, at) => ({ ...segment, reward: 1 / (at + 1) }));
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'B089', check: 'generate/fan-out-reward' },
};
