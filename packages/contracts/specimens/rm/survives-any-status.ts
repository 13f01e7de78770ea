import type { CustomRM } from 'slime-sdk';

export const correct: CustomRM = (_args, sample, view) =>
  view.turns.at(-1)?.content === String(sample.label) ? 1 : 0;

/** A sample whose budget was used up by the prompt has no turn. */
export const broken: CustomRM = (_args, sample, view) => {
  const [last] = view.turns.toReversed();
  if (last === undefined) throw new Error('no turn');
  return last.content === String(sample.label) ? 1 : 0;
};
