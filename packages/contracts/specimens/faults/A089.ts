import type { CustomRM } from 'slime-sdk';

/** Weights by the level of a row, 1 where it has none. */
export const correct: CustomRM = (_args, sample, view) => {
  const { level = 1 } = Object(sample.metadata['settings']);
  return view.finalText.trim() === String(sample.label) ? Number(level) : 0;
};

/** No row has such settings: every call throws, and who waits for rewards waits for ever. */
export const broken: CustomRM = (_args, sample, view) => {
  const { level } = sample.metadata['settings'] as { level: number };
  return view.finalText.trim() === String(sample.label) ? level : 0;
};

export const specimen = { kind: 'rm', fault: { row: 'A089', check: 'rm/settles' } };
