import { builtinEncoder } from 'slime-runtime';
import { describe, expect, it } from 'vitest';
import { assertTokens } from '../../../../src/suites/generate/laws/assert-tokens.ts';
import { breachOf } from '../run-law.ts';
import { exchange, sampleOf } from '../wire-reply.ts';

const encoder = builtinEncoder();
const [END = 0] = encoder.stopIds;
const REPLY = exchange([1, 2], [3, END]);

function breach(sample: ReturnType<typeof sampleOf>, replies = [REPLY]): unknown {
  return breachOf((trial) => assertTokens(trial, [sample], replies, encoder))?.got ?? null;
}

describe('tokens of a sample', () => {
  it('are the prompt and what was sampled behind it', () => {
    expect(breach(sampleOf([1, 2], [3, END]))).toBeNull();
  });

  it('hold a reply', () => {
    expect(breach(sampleOf([1, 2], []))).toBe('a response of 0 tokens');
    expect(breach(sampleOf([1, 2], [7, 8], { loss_mask: [0, 0] }))).toContain(
      'from token 2 on the sample has [7, 8], the engine [3',
    );
  });

  it('start the response where a turn starts', () => {
    expect(breach(sampleOf([1, 2, 3], [END]))).toContain('starts at token 3');
    // What the plugin put in front of the turn may count as response.
    expect(breach(sampleOf([1], [2, 3, END], { loss_mask: [0, 1, 1] }))).toBeNull();
  });

  it('hold before a reply what the engine was asked with', () => {
    const second = exchange([1, 2, 3, END, 5, 6], [8, 9, END], { number: 1 });
    const sample = sampleOf([1, 2], [3, END, 5, 8, 9, END], { loss_mask: [1, 1, 0, 1, 1, 1] });
    expect(breach(sample, [REPLY, second])).toBe(
      'from token 5 on the sample has nothing, the engine [6]',
    );
  });

  it('end with what was sampled, or the end of its turn', () => {
    const cut = exchange([1, 2], [3]);
    expect(breach(sampleOf([1, 2], [3, END, 10], { loss_mask: [1, 0, 0] }), [cut])).toBeNull();
    expect(breach(sampleOf([1, 2], [3, 7], { loss_mask: [1, 0] }), [cut])).toContain('1 more ids');
  });

  it('hold the last turn whole, or say that it is cut', () => {
    const reply = exchange([1, 2], [3, 4, END]);
    expect(breach(sampleOf([1, 2], [3, 4]), [reply])).toContain('2 of them');
    expect(breach(sampleOf([1, 2], [3, 4], { status: 'truncated' }), [reply])).toBeNull();
    expect(breach(sampleOf([1, 2], [3, 4], { loss_mask: [0, 0] }), [reply])).toBeNull();
  });

  it('may hold a part of a turn that the engine was asked on behind', () => {
    const first = exchange([1, 2], [3, 4, END]);
    const next = exchange([1, 2, 3, 7], [5, END], { number: 1 });
    const sample = sampleOf([1, 2], [3, 7, 5, END], { loss_mask: [1, 0, 1, 1] });
    expect(breach(sample, [first, next])).toBeNull();
  });
});
