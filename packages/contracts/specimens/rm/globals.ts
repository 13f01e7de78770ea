import type { CustomRM } from 'slime-sdk';

function judge(answer: string, settings: { expected?: string | undefined }): number {
  return answer === settings.expected ? 1 : 0;
}

export const correct: CustomRM = (_args, sample, view) => {
  const settings = { expected: String(sample.label) };
  return judge(view.finalText.trim(), settings);
};

/** Hands the label on through the environment of the process, which all calls share. */
export const broken: CustomRM = (_args, sample, view) => {
  process.env['EXPECTED_ANSWER'] = String(sample.label);
  return judge(view.finalText.trim(), { expected: process.env['EXPECTED_ANSWER'] });
};
