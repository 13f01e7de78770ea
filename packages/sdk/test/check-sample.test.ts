import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertSample,
  checkSample,
  createSample,
  formatPath,
  type Sample,
  SampleError,
} from '../src/index.ts';

/** A sample that holds every invariant, with a prompt of two tokens. */
function goodSample(fields: Partial<Sample> = {}): Sample {
  return createSample({
    tokens: [1, 2, 3, 4, 5],
    response_length: 3,
    loss_mask: [1, 0, 1],
    rollout_log_probs: [-0.5, 0, -1.25],
    rollout_top_p_token_ids: [3, 9, 5],
    rollout_top_p_token_offsets: [0, 2, 2, 3],
    rollout_routed_experts: [[[0, 1]], [[2, 3]], [[4, 5]], [[6, 7]]],
    teacher_log_probs: [-1, -1, -1],
    reward: 1,
    status: 'completed',
    ...fields,
  });
}

function paths(value: unknown, rewardKey: string | null = null): string[] {
  return checkSample(value, { rewardKey }).map((issue) => formatPath(issue.path));
}

describe('checkSample', () => {
  it('accepts a sample that holds every invariant', () => {
    expect(checkSample(goodSample())).toEqual([]);
  });

  it('accepts what slime accepts', () => {
    expect(checkSample(goodSample({ loss_mask: null }))).toEqual([]);
    expect(checkSample(goodSample({ rollout_log_probs: null }))).toEqual([]);
    expect(checkSample(goodSample({ loss_mask: [0, 0, 0] }))).toEqual([]);
    expect(
      checkSample(goodSample({ reward: { score: 1, pred: 'x' } }), { rewardKey: 'score' }),
    ).toEqual([]);
    expect(checkSample(createSample({ status: 'aborted' }))).toEqual([]);
    expect(checkSample(createSample({ status: 'failed', remove_sample: true }))).toEqual([]);
    expect(
      checkSample(
        goodSample({
          response_length: 0,
          loss_mask: [],
          rollout_log_probs: [],
          rollout_top_p_token_ids: null,
          rollout_top_p_token_offsets: null,
          teacher_log_probs: null,
        }),
      ),
    ).toEqual([]);
  });

  it.each<[string, Partial<Record<keyof Sample, unknown>>, string]>([
    [
      'a response as long as the tokens',
      {
        response_length: 5,
        loss_mask: null,
        rollout_log_probs: null,
        rollout_top_p_token_ids: null,
        rollout_top_p_token_offsets: null,
        teacher_log_probs: null,
      },
      'response_length',
    ],
    [
      'slime’s own miss: 99 tokens claimed for one',
      {
        tokens: [7],
        response_length: 99,
        loss_mask: null,
        rollout_log_probs: null,
        rollout_top_p_token_ids: null,
        rollout_top_p_token_offsets: null,
        teacher_log_probs: null,
        rollout_routed_experts: null,
      },
      'response_length',
    ],
    [
      'a negative response',
      {
        response_length: -1,
        loss_mask: null,
        rollout_log_probs: null,
        rollout_top_p_token_ids: null,
        rollout_top_p_token_offsets: null,
        teacher_log_probs: null,
      },
      'response_length',
    ],
    ['a negative id', { tokens: [1, 2, 3, -4, 5] }, 'tokens[3]'],
    ['a fractional id', { tokens: [1, 2, 3.5, 4, 5] }, 'tokens'],
    ['a mask one short', { loss_mask: [1, 0] }, 'loss_mask'],
    ['a mask of 2', { loss_mask: [1, 2, 1] }, 'loss_mask[1]'],
    ['log-probs one long', { rollout_log_probs: [0, 0, 0, 0] }, 'rollout_log_probs'],
    ['a NaN log-prob', { rollout_log_probs: [0, Number.NaN, 0] }, 'rollout_log_probs[1]'],
    [
      'a log-prob of minus infinity',
      { rollout_log_probs: [0, -Infinity, 0] },
      'rollout_log_probs[1]',
    ],
    ['a positive log-prob', { rollout_log_probs: [0, 0.1, 0] }, 'rollout_log_probs[1]'],
    [
      'a null log-prob, as JSON writes NaN',
      { rollout_log_probs: [0, null, 0] },
      'rollout_log_probs',
    ],
    [
      'top-p ids without offsets',
      { rollout_top_p_token_offsets: null },
      'rollout_top_p_token_offsets',
    ],
    [
      'top-p offsets of the wrong number',
      { rollout_top_p_token_offsets: [0, 2, 3] },
      'rollout_top_p_token_offsets',
    ],
    [
      'top-p offsets that do not start at 0',
      { rollout_top_p_token_offsets: [1, 2, 2, 3] },
      'rollout_top_p_token_offsets[0]',
    ],
    [
      'top-p offsets that fall',
      { rollout_top_p_token_offsets: [0, 2, 1, 3] },
      'rollout_top_p_token_offsets[2]',
    ],
    [
      'top-p offsets that end elsewhere',
      { rollout_top_p_token_offsets: [0, 2, 2, 2] },
      'rollout_top_p_token_offsets[3]',
    ],
    ['too few rows of experts', { rollout_routed_experts: [[[0, 1]]] }, 'rollout_routed_experts'],
    [
      'ragged experts',
      { rollout_routed_experts: [[[0, 1]], [[2]], [[4, 5]], [[6, 7]]] },
      'rollout_routed_experts[1]',
    ],
    ['teacher log-probs one short', { teacher_log_probs: [-1] }, 'teacher_log_probs'],
    ['status pending', { status: 'pending' }, 'status'],
    ['a reward on a failure', { status: 'failed' }, 'reward'],
    ['a NaN reward', { reward: Number.NaN }, 'reward'],
    ['an infinite reward', { reward: Infinity }, 'reward'],
    ['a boolean reward', { reward: true }, 'reward'],
    ['a text reward', { reward: '1' }, 'reward'],
    [
      'a date in the metadata',
      { metadata: { seen: { at: [new Date(0)] } } },
      'metadata.seen.at[0]',
    ],
    ['undefined in the metadata', { metadata: { left: undefined } }, 'metadata.left'],
    ['NaN in the metadata', { metadata: { score: Number.NaN } }, 'metadata.score'],
    ['metadata that is a list', { metadata: [] }, 'metadata'],
    ['an unknown status', { status: 'done' }, 'status'],
  ])('rejects %s', (_name, fields, path) => {
    expect(paths({ ...goodSample(), ...fields })).toContain(path);
  });

  it('finds metadata that contains itself', () => {
    const metadata: Record<string, unknown> = {};
    metadata['self'] = metadata;
    expect(paths({ ...goodSample(), metadata })).toEqual(['metadata.self']);
  });

  it('holds a reward object to the reward key', () => {
    expect(paths(goodSample({ reward: { acc: 1 } }), 'score')).toEqual(['reward.score']);
    expect(paths(goodSample({ reward: 1 }), 'score')).toEqual(['reward']);
    expect(paths(goodSample({ reward: { score: 0 } }), 'score')).toEqual([]);
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        expect(checkSample(value).length).toBeGreaterThan(0);
      }),
      { seed: 2 },
    );
  });
});

describe('assertSample', () => {
  it('throws one error that names each broken invariant with its path', () => {
    const sample = goodSample({ loss_mask: [1], status: 'pending' });
    expect(() => assertSample(sample)).toThrow(SampleError);
    expect(() => assertSample(sample)).toThrow(
      'loss_mask: 1 entries for a response of 3; status: pending is not terminal',
    );
  });

  it('is silent on a good sample', () => {
    expect(() => assertSample(goodSample())).not.toThrow();
  });
});
