import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `Answer: ${String(label)}`,
  wrong: ({ label }: Sample) => `Answer: 1${String(label)}`,
};

function grade(readLabel: (label: unknown) => string): CustomRM {
  return (_args, sample, view) => {
    const answer = /Answer: (\S+)$/.exec(view.finalText)?.[1];
    return answer === readLabel(sample.label) ? 1 : 0;
  };
}

export const correct = defineReward({ mode: 'single', examples, reward: grade(String) });

/** Every label becomes a whole number: with the label 3.5 the answer 3 is right. */
export const broken = defineReward({
  mode: 'single',
  examples,
  reward: grade((label) => String(Math.trunc(Number(label)))),
});

export const specimen = {
  kind: 'rm',
  args: { prompt_data: 'B118.jsonl', label_key: 'label' },
  fault: { row: 'B118', check: 'rm/calibration' },
};
