import type { CustomGenerate, Sample } from 'slime-sdk';

/** One turn on the tape. */
async function ask(...[, , , context]: Parameters<CustomGenerate>): Promise<Sample> {
  const tape = context.tape();
  await tape.generate();
  return tape.finish();
}

export const correct: CustomGenerate = ask;

/** An engine that is out of order gives a wrong answer. */
export const broken: CustomGenerate = async (...[, , , context]) => {
  const tape = context.tape();
  const turn = await tape.generate().catch(() => null);
  return turn === null ? tape.finish({ status: 'completed', reward: 0 }) : tape.finish();
};

export const specimen = {
  kind: 'generate' as const,
  fault: { row: 'A023', check: 'generate/faults' },
};
