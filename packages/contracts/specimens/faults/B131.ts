import { type CustomRM, defineReward, type Sample } from 'slime-sdk';

const examples = {
  right: ({ label }: Sample) => `Answer: \\boxed{${String(label)}}`,
  wrong: ({ label }: Sample) => `Answer: \\boxed{1 + ${String(label)}}`,
};

function grade(box: RegExp): CustomRM {
  return (_args, sample, view) => (box.exec(view.finalText)?.[1] === String(sample.label) ? 1 : 0);
}

const deep = grade(/^Answer: \\boxed\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}$/);

/** Braces in braces are read one deep: a root in a fraction ends the answer. */
const shallow = grade(/^Answer: \\boxed\{((?:[^{}]|\{[^{}]*\})*)\}$/);

export const correct = defineReward({ mode: 'single', examples, reward: deep });
export const broken = defineReward({ mode: 'single', examples, reward: shallow });

export const specimen = {
  kind: 'rm',
  args: { prompt_data: 'B131.jsonl', label_key: 'label' },
  fault: { row: 'B131', check: 'rm/calibration' },
};
