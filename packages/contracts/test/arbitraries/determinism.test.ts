import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createSample, type JsonValue, type ToolSpec } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import {
  collectSeen,
  compactHostileText,
  episodePlan,
  groupOf,
  hostileText,
  jsonValue,
  labelOf,
  responseText,
  rolloutGroups,
  sampleOf,
  schemaValue,
  speak,
  turnPlan,
  vocabularyText,
} from '../../src/arbitraries/index.ts';

const vocabulary = {
  literals: ['Answer:', '<tool_call>', 'é', '\ud800'],
  regexes: [
    { source: String.raw`\\boxed\{([^{}]*)\}`, flags: 'g' },
    { source: String.raw`^(?:\p{L}+|[^\s,]{2,4})\b`, flags: 'iu' },
    { source: '[^ -~]', flags: '' },
  ],
};
const rows = [createSample({ prompt: 'What is 6 times 7?', label: '42' })];
const world = {
  rows,
  vocabulary,
  rights: () => ['\\boxed{42}'],
  wrongs: () => ['\\boxed{41}'],
};
const schema = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
    count: { type: 'number', multipleOf: 0.1 },
    more: { type: 'array', items: { enum: ['a', 'b'] } },
  },
};
const tools: ToolSpec[] = [{ type: 'function', function: { name: 'move', parameters: schema } }];

/** An episode against a world that echoes. */
const spokenEpisodes = episodePlan({ vocabulary }).map(({ turns }) => {
  let seen: JsonValue[] = collectSeen({ id: 'AB-1', n: 3 });
  return turns.map((plan, turn) => {
    const format = turn % 2 === 0 ? ('qwen25' as const) : ('qwen3_coder' as const);
    const spoken = speak(plan, { tools, format, seen, label: '42', right: null, turn });
    seen = [...seen, ...collectSeen(spoken.text)];
    return spoken;
  });
});

/** SHA-256 of 300 values as JSON, its first 16 digits: the same on every machine and Node line. */
const hashes: Record<string, { values: fc.Arbitrary<unknown>; hash: string }> = {
  hostileText: { values: hostileText({ longest: 5000 }), hash: 'b7c7b9bcb2bcac5f' },
  compactHostileText: { values: compactHostileText(), hash: 'd59f54f5ea0c4433' },
  vocabularyText: { values: vocabularyText(vocabulary), hash: '698ce92326ef9260' },
  jsonValue: { values: jsonValue(), hash: '837fa41cad71a322' },
  labelOf: { values: labelOf([]), hash: '28c90bdb2c3c180e' },
  schemaValue: {
    values: schemaValue(schema, ['XY-12', 0.3, { id: 'ZZ-9' }]),
    hash: 'ea3fa3db73ecaa16',
  },
  turnPlan: { values: turnPlan({ vocabulary }), hash: 'ecadceabc511bab2' },
  episodes: { values: spokenEpisodes, hash: 'd4097971fff182ce' },
  responseText: { values: responseText({ vocabulary, labels: ['42'] }), hash: 'acd7c22a35c6d753' },
  sampleOf: { values: sampleOf(world), hash: '258d5a0f6b9d2b80' },
  sampleOfNoRows: {
    values: sampleOf({ ...world, rows: [], withFailed: true }),
    hash: '813bab463ab2969e',
  },
  groupOf: { values: groupOf({ ...world, failed: true, fanOut: true }), hash: '8b844a4ce954640b' },
  rolloutGroups: {
    values: rolloutGroups({ failed: true, removed: true, fanOut: true }),
    hash: 'e291a3c8bc79c4be',
  },
};

function digest(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
}

describe.each(Object.entries(hashes))('values of %s', (_name, { values, hash }) => {
  it('are the same for the same seed, here and on every Node line', () => {
    const draw = (): unknown => fc.sample(values, { seed: 7, numRuns: 300 });
    const first = digest(draw());
    expect(digest(draw())).toBe(first);
    expect(first).toBe(hash);
  });

  it('are plain data', () => {
    for (const value of fc.sample(values, { seed: 5, numRuns: 100 })) {
      const read = JSON.parse(JSON.stringify(value)) as unknown;
      expect(read).toEqual(value);
    }
  });

  it('replay from a seed and the path of a shrunk one', () => {
    // A law that breaks at most values, so that the path is long.
    const property = fc.property(values, (value) => JSON.stringify(value).length % 7 < 2);
    const { seed, counterexample, counterexamplePath } = fc.check(property, { seed: 6 });
    const again = fc.check(property, { seed, path: counterexamplePath ?? '' });
    expect(counterexample).not.toBeNull();
    expect(again.counterexample).toEqual(counterexample);
  });
});
