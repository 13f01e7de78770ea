import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BatchedCustomRM,
  type CustomRM,
  defineReward,
  type JsonValue,
  type RewardView,
} from 'slime-sdk';

// Correct rewards of many styles, as their authors would write them. No law may flag one of them.

function isRight({ finalText }: RewardView, label: JsonValue): boolean {
  return finalText.trim() === String(label).trim();
}

export const exact: CustomRM = (_args, sample, view) => (isRight(view, sample.label) ? 1 : 0);

export const waiting: CustomRM = async (_args, sample, view) => {
  await sleep(0, undefined, { signal: view.signal });
  return isRight(view, sample.label) ? 1 : 0;
};

/** The first `####` counts, which is a matter of taste. */
export const firstHashes: CustomRM = (_args, sample, view) => {
  const found = /####\s*(-?[\d.,]+)/.exec(view.finalText)?.[1]?.replaceAll(',', '');
  return found !== undefined && found === String(sample.label) ? 1 : 0;
};

export const lastNumber: CustomRM = (_args, sample, view) => {
  const numbers = view.finalText.match(/-?\d+(?:\.\d+)?/g);
  return numbers !== null && Number(numbers.at(-1)) === Number(sample.label) ? 1 : 0;
};

export const choice: CustomRM = (_args, sample, view) => {
  const letter = [...view.finalText.matchAll(/\b([A-D])\b/g)].at(-1)?.[1];
  return letter === sample.label ? 1 : 0;
};

export const shortness: CustomRM = (_args, _sample, view) =>
  -Math.min(1, view.policyText.length / 1000);

export const format: CustomRM = (_args, _sample, view) =>
  /^<think>.*?<\/think>\s*<answer>.*?<\/answer>\s*$/s.test(view.policyText) ? 1 : 0;

/** Format and answer in one, as for models that learn to reason. */
export const formatAndAnswer: CustomRM = (_args, sample, view) => {
  const found = /^<think>.*?<\/think>\s*<answer>(.*?)<\/answer>\s*$/s.exec(view.policyText);
  if (found === null) return 0;
  return found[1]?.trim() === String(sample.label) ? 1 : 0.1;
};

export const json: CustomRM = (_args, sample, view) => {
  try {
    const parsed: unknown = JSON.parse(view.finalText);
    return String(Object(parsed).answer) === String(sample.label) ? 1 : 0;
  } catch {
    return 0;
  }
};

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const wordOverlap: CustomRM = (_args, { label }, view) => {
  const got = wordsOf(view.finalText);
  const wanted = wordsOf(String(Array.isArray(label) ? label[0] : label));
  const shared = wanted.filter((word) => got.includes(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (got.length + wanted.length);
};

export const overlap = wordOverlap;
export const rangedOverlap = defineReward({ mode: 'single', range: [0, 1], reward: wordOverlap });

/** Edit distance: every text is a little like every other. */
export const likeness = defineReward({
  mode: 'single',
  range: [0, 1],
  reward: (_args, sample, view) => {
    const text = view.finalText.trim().slice(0, 500);
    const label = String(sample.label);
    return text === '' ? 0 : 1 - distance(text, label) / Math.max(text.length, label.length);
  },
});

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let at = 0; at < left.length; at += 1) {
    const next = [at + 1];
    for (let other = 0; other < right.length; other += 1) {
      const swap = (row[other] ?? 0) + (left[at] === right[other] ? 0 : 1);
      next.push(Math.min(swap, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

function withCache(): CustomRM {
  const known = new Map<string, number>();
  return (_args, sample, view) => {
    const key = JSON.stringify([view.finalText, sample.label]);
    const pay = known.get(key) ?? (isRight(view, sample.label) ? 1 : 0);
    known.set(key, pay);
    return pay;
  };
}

export const cached = withCache();

class Grader {
  readonly #full = 1;

  score(...[, sample, view]: Parameters<CustomRM>): number {
    return isRight(view, sample.label) ? this.#full : 0;
  }
}

const grader = new Grader();
export const method = defineReward({
  mode: 'single',
  range: [0, 1],
  reward: (...given) => grader.score(...given),
});

/** No answer costs nothing, a wrong one does. */
export const abstention = defineReward({
  mode: 'single',
  range: [-1, 1],
  reward: (_args, sample, view) => {
    const answer = [...view.finalText.matchAll(/\\boxed\{([^{}]*)\}/g)].at(-1)?.[1]?.trim() ?? '';
    if (answer === '') return 0;
    return answer === String(sample.label) ? 1 : -1;
  },
});

export const random = defineReward({
  mode: 'single',
  range: [0, 1],
  deterministic: false,
  examples: { right: ({ label }) => `It is ${String(label)}.`, wrong: () => '???' },
  reward: (_args, sample, view) =>
    (view.finalText.includes(String(sample.label)) ? 0.7 : 0.2) + Math.random() * 0.2,
});

export const lawful = defineReward({
  mode: 'single',
  range: [0, 1],
  reads: ['policy', 'label'],
  examples: {
    right: ({ label }) => `<answer>${String(label)}</answer>`,
    wrong: ({ label }) => `<answer>${String(label)}1</answer>`,
  },
  laws: ['ignores-whitespace', 'ignores-reasoning', 'reads-label'],
  reward: (_args, sample, view) => {
    const answer = [...view.finalText.matchAll(/<answer>(.*?)<\/answer>/gs)].at(-1)?.[1]?.trim();
    if (answer === undefined) return 0;
    return answer !== '' && answer === String(sample.label).trim() ? 1 : 0.1;
  },
});

/** Rewards less the mean of those that were finished. */
const centred: BatchedCustomRM = (_args, samples, views) => {
  const isIn = samples.map(({ status }) => status === 'completed' || status === 'truncated');
  const pays = samples.map(({ label }, at) => {
    const view = views[at];
    return isIn[at] && view !== undefined && isRight(view, label) ? 1 : 0;
  });
  const sum = pays.reduce<number>((total, pay) => total + pay, 0);
  const mean = sum / Math.max(1, isIn.filter(Boolean).length);
  return pays.map((pay, at) => (isIn[at] ? pay - mean : 0));
};

export const centredGroup = defineReward({ mode: 'group', reward: centred });

/** The share of siblings that are worse; shorter is better among equals. */
export const rankedGroup = defineReward({
  mode: 'group',
  range: [0, 1],
  reward: (_args, samples, views) => {
    const worth = samples.map(({ label }, at) => {
      const view = views[at];
      const length = view?.policyText.length ?? 0;
      return (view !== undefined && isRight(view, label) ? 1 : 0) - Math.min(0.5, length / 1e6);
    });
    return worth.map((own) => {
      const worse = worth.filter((other) => other < own).length;
      return worse / Math.max(1, worth.length - 1);
    });
  },
});

const laws = ['scores-alone'] as const;

export const customRm = defineReward({
  mode: 'single',
  range: [0, 1],
  laws,
  reward: (_args, sample, view) => (isRight(view, sample.label) ? 1 : 0),
});

export const batchedCustomRm = defineReward({
  mode: 'group',
  range: [0, 1],
  laws,
  reward: (_args, samples, views) =>
    views.map((view, at) => (isRight(view, samples[at]?.label ?? null) ? 1 : 0)),
});
