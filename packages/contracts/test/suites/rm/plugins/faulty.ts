import { type CustomRM, defineReward, type JsonValue, type RewardView } from 'slime-sdk';

// Rewards with one fault each, as their authors wrote them.

function isRight({ finalText }: RewardView, label: JsonValue): boolean {
  return finalText.trim() !== '' && finalText.trim() === String(label);
}

/** The last whole number: roots and fractions are never right. */
export const wholeNumbers: CustomRM = (_args, sample, view) => {
  const last = view.finalText.match(/-?\d+/g)?.at(-1);
  return last !== undefined && last === String(sample.label) ? 1 : 0;
};

/** Any box pays. */
export const anyBox: CustomRM = (_args, _sample, view) =>
  /\\boxed\{\s*[^\s{}]/.test(view.finalText) ? 1 : 0;

export const anyBoxWithoutLabel = defineReward({
  mode: 'single',
  reads: ['policy'],
  reward: anyBox,
});

const known = new Map<string, number>();

/** Keeps what a response earned first, whatever the label is. */
export const keptByResponse: CustomRM = (_args, sample, view) => {
  const kept = known.get(view.finalText) ?? (isRight(view, sample.label) ? 1 : 0);
  known.set(view.finalText, kept);
  return kept;
};

export const withoutTurns = defineReward({
  mode: 'single',
  range: [0, 1],
  reward: (_args, sample, view) =>
    view.turns.length === 0 ? Number.NaN : isRight(view, sample.label) ? 1 : 0,
});

export const beyondRange = defineReward({
  mode: 'single',
  range: [0, 1],
  reward: (_args, sample, view) =>
    view.turns.length === 0 ? 5 : isRight(view, sample.label) ? 1 : 0,
});

export const veryLong = defineReward({
  mode: 'single',
  range: [0, 1],
  reward: (_args, sample, view) =>
    view.policyText.length > 50_000 ? Number.NaN : isRight(view, sample.label) ? 1 : 0,
});

/** Takes the first statement. */
export const firstStatement: CustomRM = (_args, sample, view) => {
  const found = /answer is:?\s*([^\s]+?)\.?(?=\s|$)/i.exec(view.finalText);
  return found?.[1] === String(sample.label) ? 1 : 0;
};

/** Takes what follows the first heading. */
export const firstHeading = defineReward({
  mode: 'single',
  range: [0, 1],
  examples: {
    right: ({ label }) => `Working.\n### Answer\n${String(label)}`,
    wrong: () => 'Working.\n### Answer\nnone',
  },
  reward: (_args, sample, view) => {
    const answer = view.finalText.split('### Answer')[1]?.trim() ?? '';
    return answer !== '' && answer === String(sample.label) ? 1 : 0;
  },
});

/** The prompt shows the line that is paid for. */
export const shownLine = defineReward({
  mode: 'single',
  range: [0, 1],
  reward: (_args, sample, view) => {
    const text = String(sample.prompt) + sample.response;
    const isStyled = /Translation:\s*\S/.test(text);
    return (isRight(view, sample.label) ? 0.8 : 0) + (isStyled ? 0.2 : 0);
  },
});

const PLAN = /^<plan>.*<\/plan>\s*<answer>(.*)<\/answer>$/;

/** The dot of a block of its own ends at a line break. */
export const planInOneLine = defineReward({
  mode: 'single',
  range: [0, 1],
  examples: {
    right: ({ label }) => `<plan>think</plan>\n<answer>${String(label)}</answer>`,
    wrong: () => '<plan>think</plan>\n<answer>no idea</answer>',
  },
  reward: (_args, sample, view) =>
    PLAN.exec(view.finalText.trim())?.[1]?.trim() === String(sample.label) ? 1 : 0,
});

/** Nothing at all is the number 0. */
export const emptyIsZero = defineReward({
  mode: 'single',
  range: [0, 1],
  reward: (_args, sample, view) => (Number(view.finalText) === Number(sample.label) ? 1 : 0),
});

/** Pays for what the policy says that it has found. */
export const trustedResult: CustomRM = (_args, sample, view) => {
  if (isRight(view, sample.label)) return 1;
  const found = view.finalText.matchAll(/<information>([\s\S]*?)<\/information>/g);
  return [...found].some(([, text]) => text?.trim() === String(sample.label)) ? 0.3 : 0;
};

/** Of a quantity only the number is read. */
export const anyUnit: CustomRM = (_args, sample, view) => {
  const number = /^-?[\d.]+/.exec(view.finalText.trim())?.[0];
  return number !== undefined && number === /^-?[\d.]+/.exec(String(sample.label))?.[0] ? 1 : 0;
};
