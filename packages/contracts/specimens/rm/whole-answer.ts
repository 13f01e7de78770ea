import type { CustomRM } from 'slime-sdk';

const ANSWER = /answer is (.*)\.$/;

export const correct: CustomRM = (_args, sample, view) =>
  ANSWER.exec(view.finalText)?.[1] === String(sample.label) ? 1 : 0;

/** 100 holds 10, and so do 9109. */
export const broken: CustomRM = (_args, sample, view) =>
  ANSWER.exec(view.finalText)?.[1]?.includes(String(sample.label)) === true ? 1 : 0;

export const specimen = { alsoFires: ['rm/hack-choices', 'rm/hack-hedging', 'rm/hack-many-boxes'] };
