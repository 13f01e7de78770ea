import { type CustomRM, defineReward } from 'slime-sdk';

const correctReward: CustomRM = (_args, sample, view) => {
  const answer = /<answer>(.*)<\/answer>/s.exec(view.finalText)?.[1]?.trim() ?? '';
  return answer !== '' && String(sample.label) === answer ? 1 : 0;
};

/** Tests for an answer before it trims: a blank is one, and an empty text is the start of any. */
const brokenReward: CustomRM = (_args, sample, view) => {
  const answer = /<answer>(.*)<\/answer>/s.exec(view.finalText)?.[1] ?? '';
  const trimmed = answer.trim() === '' ? String(sample.label) : answer.trim();
  return answer !== '' && String(sample.label) === trimmed ? 1 : 0;
};

export const correct = defineReward({ mode: 'single', range: [0, 1], reward: correctReward });
export const broken = defineReward({ mode: 'single', range: [0, 1], reward: brokenReward });

export const specimen = { alsoFires: ['rm/exploit-search'] };
