import type { CustomRM } from 'slime-sdk';

const BOX = /\\boxed\{([^{}]*)\}/g;

export const correct: CustomRM = (_args, sample, view) => {
  const [box] = [...view.finalText.matchAll(BOX)].toReversed();
  return box?.[1] === String(sample.label) ? 1 : 0;
};

/** Takes the first box: the one that the model has taken back. */
export const broken: CustomRM = (_args, sample, view) => {
  const [box] = [...view.finalText.matchAll(BOX)];
  return box?.[1] === String(sample.label) ? 1 : 0;
};
