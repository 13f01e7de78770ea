import type { CustomRM } from 'slime-sdk';

/** A penalty for pairs of equal words, each word counted once. */
export const correct: CustomRM = (_args, _sample, view) => {
  const counts = new Map<string, number>();
  for (const word of view.finalText.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  let pairs = 0;
  for (const count of counts.values()) pairs += (count * (count - 1)) / 2;
  return -Math.log1p(pairs);
};

/** The same by a look at all pairs: a response of twice the length takes four times as long. */
export const broken: CustomRM = (_args, _sample, view) => {
  const words = view.finalText.split(' ');
  let pairs = 0;
  for (const [at, word] of words.entries()) {
    for (let other = 0; other < at; other += 1) pairs += word === words[other] ? 1 : 0;
  }
  return -Math.log1p(pairs);
};
