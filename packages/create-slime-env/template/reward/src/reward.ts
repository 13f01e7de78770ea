import { DataError, defineReward, type JsonObject, type JsonValue } from 'slime-sdk';
import { isObject, readFacts } from './read-facts.ts';

/**
 * The share of the row's facts that the policy's last turn states rightly, as one JSON object.
 *
 * Every fact that was not asked for counts as a wrong one, so that listing more never pays.
 *
 * It reads the policy's own words (`view`), never `sample.response`, which holds observations too.
 *
 * @throws DataError for a label that is no object of facts: never a 0.
 */
export const reward = defineReward({
  mode: 'single',
  range: [0, 1],
  deterministic: true,
  reads: ['policy', 'label'],
  growth: 'linear',
  examples: {
    right: ({ label }) => JSON.stringify(readLabel(label)),
    wrong: ({ label }) => JSON.stringify(Object.keys(readLabel(label))),
  },
  reward: (_args, sample, view) => {
    const wanted = readLabel(sample.label);
    const stated = readFacts(view.finalText);
    if (stated === null) return 0;
    const keys = new Set([...Object.keys(wanted), ...Object.keys(stated)]);
    const right = [...keys].filter((key) => isRight(key, wanted, stated));
    return right.length / keys.size;
  },
});

function isRight(key: string, wanted: JsonObject, stated: JsonObject): boolean {
  return Object.hasOwn(wanted, key) && Object.hasOwn(stated, key) && wanted[key] === stated[key];
}

function readLabel(label: JsonValue): JsonObject {
  const isPlain = (value: JsonValue): boolean => typeof value !== 'object' || value === null;
  if (isObject(label) && Object.keys(label).length > 0 && Object.values(label).every(isPlain)) {
    return label;
  }
  throw new DataError(
    `the row's facts must be an object of texts and numbers, not ${JSON.stringify(label)}`,
  );
}
