import type { CustomRM } from 'slime-sdk';

const recent: string[] = [];

/** Keeps the last ten answers, to look at them. */
export const correct: CustomRM = (_args, sample, view) => {
  recent.push(view.finalText);
  if (recent.length > 10) recent.shift();
  return view.finalText.trim() === String(sample.label) ? 1 : 0;
};

const history: string[] = [];

/** Keeps them all. */
export const broken: CustomRM = (_args, sample, view) => {
  history.push(view.finalText);
  return view.finalText.trim() === String(sample.label) ? 1 : 0;
};

/** What else lives in a process would blur what is measured. */
export const specimen = { isolation: 'process' };
