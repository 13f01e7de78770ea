import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomRM } from 'slime-sdk';

/** A service that takes longer for long answers. */
async function ask(answer: string, label: unknown): Promise<number> {
  await sleep(answer.length % 4);
  return answer.trim() === String(label) ? 1 : 0;
}

export const correct: CustomRM = (_args, sample, view) => ask(view.finalText, sample.label);

const waiting: ((pay: number) => void)[] = [];

/** Whatever comes back first is taken for the answer to what was asked first. */
export const broken: CustomRM = (_args, sample, view) =>
  new Promise<number>((resolve, reject) => {
    waiting.push(resolve);
    ask(view.finalText, sample.label).then((pay) => waiting.shift()?.(pay), reject);
  });

export const specimen = { kind: 'rm', fault: { row: 'A065', check: 'rm/concurrent' } };
