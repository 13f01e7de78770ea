import type { CustomRM } from 'slime-sdk';

/** 1 for a response that is the label, white space aside. */
export const customRm: CustomRM = (_args, sample) =>
  typeof sample.label === 'string' && sample.response.trim() === sample.label.trim() ? 1 : 0;
