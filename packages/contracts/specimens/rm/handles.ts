import { setImmediate as turn } from 'node:timers/promises';
import type { CustomRM } from 'slime-sdk';

async function grade(answer: string, label: unknown): Promise<number> {
  await turn();
  return answer === String(label) ? 1 : 0;
}

/** Gives up after a minute, and takes the timer back when it need not. */
export const correct: CustomRM = async (_args, sample, view) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<number>((resolve) => {
    timer = setTimeout(() => resolve(0), 60_000);
  });
  const pay = await Promise.race([grade(view.finalText, sample.label), late]);
  clearTimeout(timer);
  return pay;
};

/** Each call leaves its timer running for the rest of the minute. */
export const broken: CustomRM = async (_args, sample, view) => {
  const late = new Promise<number>((resolve) => {
    setTimeout(() => resolve(0), 60_000);
  });
  return Promise.race([grade(view.finalText, sample.label), late]);
};

export const specimen = { isolation: 'process', alsoFires: ['rm/memory'] };
