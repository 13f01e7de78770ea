import { type CustomRM, DataError, defineReward, type JsonValue } from 'slime-sdk';

// Correct rewards whose labels are lists, or that read none.

function wordsOf(label: JsonValue): string[] {
  if (!Array.isArray(label) || label.length === 0) throw new DataError('label must be a list');
  return label.map((item) => String(item).trim().toLowerCase());
}

/** The share of the words that are named, in any order. */
const shareOfWords: CustomRM = (_args, sample, view) => {
  const wanted = new Set(wordsOf(sample.label));
  const named = view.finalText.split(',').map((item) => item.trim().toLowerCase());
  const given = named.filter((item) => item !== '');
  if (given.length === 0 || given.length > wanted.size) return 0;
  return new Set(given.filter((item) => wanted.has(item))).size / wanted.size;
};

export const rubric = defineReward({ mode: 'single', range: [0, 1], reward: shareOfWords });

export const rubricWithExamples = defineReward({
  mode: 'single',
  range: [0, 1],
  examples: { right: ({ label }) => wordsOf(label).join(', '), wrong: () => 'nothing of it' },
  reward: shareOfWords,
});

/** One step a line, in order. */
export const steps = defineReward({
  mode: 'single',
  range: [0, 1],
  examples: { right: ({ label }) => wordsOf(label).join('\n'), wrong: () => 'no' },
  reward: (_args, sample, view) => {
    const wanted = wordsOf(sample.label);
    const said = view.finalText
      .trim()
      .split('\n')
      .map((line) => line.trim());
    if (said.length > wanted.length) return 0;
    return said.filter((line, at) => line === wanted[at]).length / wanted.length;
  },
});

/** Words of the metadata that must be said. */
export const mustContain = defineReward({
  mode: 'single',
  range: [0, 1],
  paysWithoutLabel: true,
  reads: ['policy', 'metadata'],
  reward: (_args, sample, view) => {
    const { words } = sample.metadata;
    if (!Array.isArray(words)) throw new DataError('metadata.words must be a list');
    const text = view.finalText.toLowerCase();
    return words.every((word) => text.includes(String(word))) ? 1 : 0;
  },
});

/** What is right stands in the metadata; there is no label. */
export const goldInMetadata = defineReward({
  mode: 'single',
  examples: {
    right: ({ metadata }) => `The total is ${String(metadata['gold'])}`,
    wrong: () => 'I cannot help.',
  },
  reward: (_args, sample, view) => {
    const total = /^The total is ([\d.]+)$/.exec(view.finalText.trim())?.[1];
    return total !== undefined && total === String(sample.metadata['gold']) ? 1 : 0;
  },
});
