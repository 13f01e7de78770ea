import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomRM } from 'slime-sdk';

/** Long discussions of an answer are read by a slow service. */
function serviceMs(text: string): number {
  return text.split('answer').length > 300 ? 900 : 0;
}

export const correct: CustomRM = async (_args, sample, view) => {
  await sleep(serviceMs(view.finalText), undefined, { signal: view.signal });
  return view.finalText.trim() === String(sample.label) ? 1 : 0;
};

/** Goes on waiting when the run has been stopped. */
export const broken: CustomRM = async (_args, sample, view) => {
  await sleep(serviceMs(view.finalText));
  return view.finalText.trim() === String(sample.label) ? 1 : 0;
};
