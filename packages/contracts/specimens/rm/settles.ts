import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomRM, RewardView } from 'slime-sdk';

/** Asks a service whether an answer is right; this one answers at once. */
async function ask(answer: string, label: unknown, { signal }: RewardView): Promise<boolean> {
  await sleep(0, undefined, { signal });
  return answer === String(label);
}

export const correct: CustomRM = async (_args, sample, view) =>
  (await ask(view.finalText, sample.label, view)) ? 1 : 0;

/** Waits for an answer to a request that it never sends. */
export const broken: CustomRM = (_args, sample, view) =>
  new Promise((resolve) => {
    const send = async (): Promise<void> =>
      resolve((await ask(view.finalText, sample.label, view)) ? 1 : 0);
    view.signal.addEventListener('abort', () => void send());
  });

export const specimen = { isolation: 'process' };
