import type { CustomRM } from 'slime-sdk';

/** Looks for the expected output in all replies of an episode. */
function grade(mentions: (text: string, output: string) => boolean): CustomRM {
  return (_args, sample, view) => {
    const output = String(sample.label);
    return view.turns.some((turn) => mentions(turn.content, output)) ? 1 : 0;
  };
}

export const correct = grade((text, output) => text.split(/[^\w.-]+/).includes(output));

/** An output of 10 stands in the order number 9109. */
export const broken = grade((text, output) => text.includes(output));

export const specimen = { kind: 'rm', fault: { row: 'B045', check: 'rm/whole-answer' } };
