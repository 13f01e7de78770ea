import type { CustomRM } from 'slime-sdk';

export const correct: CustomRM = (_args, sample, view) => {
  const metadata = { ...sample.metadata, answer: view.finalText.trim() };
  return metadata.answer === String(sample.label) ? 1 : 0;
};

/** Notes the answer in the sample that is trained on. */
export const broken: CustomRM = (_args, sample, view) => {
  const metadata = Object.assign(sample.metadata, { answer: view.finalText.trim() });
  return metadata.answer === String(sample.label) ? 1 : 0;
};
