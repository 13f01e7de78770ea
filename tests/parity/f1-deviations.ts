import type { Deviation } from './deviation.ts';

const ARTICLES_AND_MARKS = /\b(?:a|an|the)\b|[^\p{L}\p{N}]/giu;

/** Where `f1` departs from the recorded `f1_score`. */
export const f1Deviations: readonly Deviation[] = [
  {
    name: 'label without words',
    fault: 'B124',
    reason:
      'a label of nothing but articles and punctuation has no words, so that not even itself could ' +
      'match it: a fault of the data, which slime scores 0',
    wrongly: ['judges'],
    applies: ({ label }) =>
      typeof label === 'string' && label.replaceAll(ARTICLES_AND_MARKS, '') === '',
    matches: 7,
    disagree: 7,
    labelled: [
      { response: 'an', label: 'an', right: 'data_error' },
      { response: 'x', label: '', right: 'data_error' },
      { response: '!!!', label: '...', right: 'data_error' },
    ],
  },
];
