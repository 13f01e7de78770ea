import { describe, expect, it } from 'vitest';
import { assertProvenance } from '../../../../src/suites/generate/laws/assert-provenance.ts';
import { breachOf } from '../run-law.ts';
import { exchange, sampleOf } from '../wire-reply.ts';

const REPLY = exchange([1, 2], [3, 4], { logprobs: [-0.5, -0.25] });
const NEXT = exchange([1, 2, 3, 4, 5], [6], { number: 1, logprobs: [-0.125] });
const RIGHT = {
  loss_mask: [1, 1, 0, 1],
  rollout_log_probs: [-0.5, -0.25, 0, -0.125],
};

function breach(changes: Parameters<typeof sampleOf>[2]): unknown {
  const sample = sampleOf([1, 2], [3, 4, 5, 6], { ...RIGHT, ...changes });
  return breachOf((trial) => assertProvenance(trial, [sample], [REPLY, NEXT]))?.got ?? null;
}

describe('the ledger law', () => {
  it('holds where mask, ids and log-probs are those of the replies', () => {
    expect(breach({})).toBeNull();
    expect(breach({ rollout_log_probs: null })).toBeNull();
  });

  it.for([
    [
      'an observation that is trained',
      { loss_mask: [1, 1, 1, 1] },
      /mask 1 at response position 2/,
    ],
    ['a mask of null beside an observation', { loss_mask: null }, /mask 1 at response position 2/],
    ['a log-prob of its own', { rollout_log_probs: [-0.5, -0.75, 0, -0.125] }, /^-0.75$/],
    [
      'a log-prob on what nobody sampled',
      { rollout_log_probs: [-0.5, -0.25, -1, -0.125] },
      /-1 at/,
    ],
    [
      'a sampled id that is masked without a reason',
      { loss_mask: [1, 0, 0, 1] },
      /mask 0 at response position 1/,
    ],
  ] as const)('is broken by %s', ([, changes, why]) => {
    expect(String(breach(changes as Parameters<typeof sampleOf>[2]))).toMatch(why);
  });

  it('takes a span of metadata.masked_spans for a reason', () => {
    const metadata = { masked_spans: [[1, 1, 'off_policy']] };
    expect(breach({ loss_mask: [1, 0, 0, 1], metadata })).toBeNull();
    expect(breach({ loss_mask: [0, 0, 0, 1], metadata })).toContain('position 0');
  });

  it('leaves out samples that are removed', () => {
    expect(breach({ loss_mask: [1, 1, 1, 1], remove_sample: true })).toBeNull();
  });

  it('lets an id be trained in one sample only, and masked in its sibling', () => {
    const first = sampleOf([1, 2], [3, 4], { loss_mask: [1, 1] });
    const both = sampleOf([1, 2], [3, 4, 5, 6], { loss_mask: [1, 1, 0, 1] });
    const shared = sampleOf([1, 2], [3, 4, 5, 6], { loss_mask: [0, 0, 0, 1] });
    const judge = (second: typeof first) =>
      breachOf((trial) => assertProvenance(trial, [first, second], [REPLY, NEXT]))?.got ?? null;
    expect(judge(both)).toContain('is trained in sample 0 of 2 too');
    expect(judge(shared)).toBeNull();
  });

  it('does not train an id whose log-prob the engine gave as null', () => {
    const reply = exchange([1, 2], [3, 4], { logprobs: [-0.5, null] });
    const judge = (mask: number[], logProbs: number[]) => {
      const sample = sampleOf([1, 2], [3, 4], { loss_mask: mask, rollout_log_probs: logProbs });
      return breachOf((trial) => assertProvenance(trial, [sample], [reply]))?.expected ?? null;
    };
    expect(judge([1, 1], [-0.5, 0])).toContain('no training on an id without a log-prob');
    expect(judge([1, 0], [-0.5, 0])).toBeNull();
  });
});
