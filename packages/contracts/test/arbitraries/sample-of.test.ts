import fc from 'fast-check';
import { checkSample, createSample, type Sample } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import {
  END_OF_TURN,
  groupOf,
  rewardViewOf,
  type SampleCase,
  sampleOf,
  type SampleOptions,
} from '../../src/arbitraries/index.ts';

const rows = [
  createSample({ prompt: 'What is 6 times 7?', label: '42', metadata: { level: 1 } }),
  createSample({
    prompt: [{ role: 'user', content: 'Name an animal.' }],
    label: ['cat', 'dog'],
    metadata: { tags: ['open'] },
  }),
];
const vocabulary = { literals: ['Answer:'], regexes: [] };
const options: SampleOptions = {
  rows,
  vocabulary,
  rights: ({ label }) => [`\\boxed{${JSON.stringify(label)}}`],
  wrongs: () => ['\\boxed{none}'],
};

function draw(given: SampleOptions, count = 1000): SampleCase[] {
  return fc.sample(sampleOf(given), { seed: 1, numRuns: count });
}

/** The stretches of sampled ids, which are the turns. */
function sampledStretches(sample: Sample): number {
  const mask = sample.loss_mask ?? Array.from({ length: sample.response_length }, () => 1);
  return mask.filter((bit, at) => bit === 1 && mask[at - 1] !== 1).length;
}

describe('finished samples', () => {
  it.each([
    ['of the rows', options],
    ['made up', { ...options, rows: [] }],
    ['with failed ones', { ...options, withFailed: true }],
  ])('hold every invariant and survive JSON: %s', (_kind, given) => {
    for (const { sample, turns } of draw(given)) {
      expect(checkSample(sample)).toEqual([]);
      expect(JSON.parse(JSON.stringify(sample))).toEqual(sample);
      expect(sample.tokens.length).toBeLessThanOrEqual(64);
      expect(sampledStretches(sample)).toBe(turns.length);
      expect([sample.index, sample.group_index, sample.rollout_id]).not.toContain(null);
      for (const { text } of turns) expect(sample.response).toContain(text);
    }
  });

  it('are of the rows, with copies of their fields', () => {
    const cases = draw(options);
    for (const [at, row] of rows.entries()) {
      const own = cases.filter(
        ({ sample }) => JSON.stringify(sample.label) === JSON.stringify(row.label),
      );
      expect(own.length).toBeGreaterThan(400);
      for (const { sample } of own) {
        expect(sample.prompt).toEqual(row.prompt);
        expect(sample.metadata).toEqual(row.metadata);
        expect(sample.metadata).not.toBe(row.metadata);
        expect(at === 1 && sample.prompt === row.prompt).toBe(false);
      }
    }
  });

  it('answer their own row', () => {
    const right = (label: unknown): string => `\\boxed{${JSON.stringify(label)}}`;
    const cases = draw(options);
    const answered = cases.filter(({ sample }) => sample.response.includes(right(sample.label)));
    expect(answered.length).toBeGreaterThan(150);
    for (const { sample } of cases) {
      const other = rows.find(
        ({ label }) => JSON.stringify(label) !== JSON.stringify(sample.label),
      );
      expect(sample.response).not.toContain(right(other?.label));
    }
  });

  it('are completed or truncated, of one turn or several, with and without optional fields', () => {
    const cases = draw(options);
    const count = (is: (given: SampleCase) => boolean): number => cases.filter(is).length;
    expect(new Set(cases.map(({ sample }) => sample.status))).toEqual(
      new Set(['completed', 'truncated']),
    );
    expect(count(({ sample }) => sample.status === 'truncated')).toBeGreaterThan(200);
    expect(count(({ turns }) => turns.at(-1)?.truncated === true)).toBeGreaterThan(100);
    expect(
      count(
        ({ sample, turns }) => sample.status === 'truncated' && turns.at(-1)?.truncated === false,
      ),
    ).toBeGreaterThan(50);
    expect(count(({ turns }) => turns.length > 1)).toBeGreaterThan(150);
    expect(count(({ sample }) => sample.loss_mask === null)).toBeGreaterThan(20);
    expect(count(({ sample }) => sample.rollout_log_probs === null)).toBeGreaterThan(50);
    expect(count(({ sample }) => sample.response.endsWith(END_OF_TURN))).toBeGreaterThan(100);
  });

  it('fail only where asked', () => {
    const statuses = draw({ ...options, withFailed: true }).map(({ sample }) => sample.status);
    expect(statuses.filter((status) => status === 'failed').length).toBeGreaterThan(20);
    expect(statuses.filter((status) => status === 'aborted').length).toBeGreaterThan(20);
  });

  it('are read as the policy’s own words', () => {
    for (const given of draw(options)) {
      const view = rewardViewOf(given);
      expect(view.policyText).toBe(given.turns.map(({ text }) => text).join('\n'));
      expect(view.finalText).toBe(given.turns.at(-1)?.content);
      expect(view.turns).toHaveLength(given.turns.length);
      for (const { truncated, calls } of view.turns) if (truncated) expect(calls).toEqual([]);
    }
    const calls = draw(options, 3000).flatMap((given) =>
      rewardViewOf(given).turns.flatMap((turn) => turn.calls),
    );
    expect(calls.some(({ name }) => name === 'answer')).toBe(true);
    const [first] = draw(options, 1);
    if (first === undefined) throw new Error('a case was drawn');
    const thoughtful = {
      ...first,
      turns: [{ text: '<think>a</think>b', reasoning: 'a', content: 'b', truncated: false }],
    };
    expect(rewardViewOf(thoughtful).turns[0]).toEqual({
      reasoning: 'a',
      content: 'b',
      calls: [],
      truncated: false,
    });
    expect(
      rewardViewOf(thoughtful, { toolCallParser: null, reasoningParser: null }).finalText,
    ).toBe('<think>a</think>b');
  });

  it('shrink to an empty response that was completed', () => {
    const { counterexample } = fc.check(
      fc.property(sampleOf(options), ({ sample }) => sample.index === -1),
      { seed: 2 },
    );
    const sample = counterexample?.[0].sample;
    expect([sample?.response, sample?.status, sample?.index]).toEqual(['', 'completed', 0]);
  });
});

describe('groups', () => {
  const groups = (given: Partial<Parameters<typeof groupOf>[0]>): SampleCase[][] =>
    fc.sample(groupOf({ ...options, ...given }), { seed: 3, numRuns: 400 });

  it('are siblings of one prompt, each its own sample', () => {
    for (const group of groups({})) {
      const samples = group.map(({ sample }) => sample);
      for (const field of ['prompt', 'label', 'metadata', 'group_index'] as const) {
        expect(new Set(samples.map((sample) => JSON.stringify(sample[field]))).size).toBe(1);
      }
      expect(new Set(samples.map(({ index }) => index)).size).toBe(samples.length);
      expect(samples.map(({ rollout_id: id }) => id)).toEqual(samples.map(({ index }) => index));
      expect(new Set(samples.map(({ rollout_log_probs: probs }) => probs === null)).size).toBe(1);
      for (const sample of samples) expect(checkSample(sample)).toEqual([]);
    }
  });

  it('have every size from one to eight, or those asked for', () => {
    const sizes = (list: readonly SampleCase[][]): number[] =>
      [...new Set(list.map(({ length }) => length))].sort((left, right) => left - right);
    expect(sizes(groups({}))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(sizes(groups({ size: { min: 2, max: 3 } }))).toEqual([2, 3]);
  });

  it('fan out where asked: entries of one rollout stand together', () => {
    const shared = groups({ fanOut: true }).filter((group) => {
      const ids = group.map(({ sample }) => sample.rollout_id);
      expect(ids).toEqual(ids.toSorted((left, right) => (left ?? 0) - (right ?? 0)));
      expect(new Set(group.map(({ sample }) => sample.index)).size).toBe(group.length);
      return new Set(ids).size < ids.length;
    });
    expect(shared.length).toBeGreaterThan(200);
  });

  it('have failed members where asked, never a reward', () => {
    const samples = groups({ failed: true }).flatMap((group) => group.map(({ sample }) => sample));
    expect(new Set(samples.map(({ status }) => status))).toEqual(
      new Set(['completed', 'truncated', 'aborted', 'failed']),
    );
    expect(samples.every(({ reward }) => reward === null)).toBe(true);
  });

  it('shrink to the members that matter', () => {
    const { counterexample } = fc.check(
      fc.property(
        groupOf(options),
        (group) => group.filter(({ sample }) => sample.status === 'truncated').length < 2,
      ),
      { seed: 4 },
    );
    expect(counterexample?.[0].map(({ sample }) => [sample.status, sample.response])).toEqual([
      ['truncated', ''],
      ['truncated', ''],
    ]);
  });
});
