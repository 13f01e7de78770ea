import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `So it is \\boxed{${String(label)}}.`,
  wrong: ({ label }: Sample) => `So it is \\boxed{not ${String(label)}}.`,
};

/** What stands in the last box; the box goes on to the end of its line. */
function boxOf(text: string): string {
  const start = text.lastIndexOf('\\boxed{');
  return start < 0 ? '' : (/^.*(?=\})/.exec(text.slice(start + 7))?.[0] ?? '');
}

const correctReward: CustomRM = (_args, sample, view) =>
  boxOf(view.finalText) === String(sample.label) ? 1 : 0;

/** Looks for a box in what it has taken out of the box. */
const brokenReward: CustomRM = (_args, sample, view) =>
  boxOf(boxOf(view.finalText)) === String(sample.label) ? 1 : 0;

export const correct = defineReward({ mode: 'single', examples, reward: correctReward });
export const broken = defineReward({ mode: 'single', examples, reward: brokenReward });

export const specimen = { alsoFires: ['rm/calibration'] };
