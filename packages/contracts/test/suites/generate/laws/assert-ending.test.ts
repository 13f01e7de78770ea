import { describe, expect, it } from 'vitest';
import { assertNoFailureScored } from '../../../../src/suites/generate/laws/assert-ending.ts';
import type { WireReply } from '../../../../src/suites/generate/stage/wire.ts';
import { breachOf } from '../run-law.ts';
import { exchange, sampleOf } from '../wire-reply.ts';

function breach(sample: ReturnType<typeof sampleOf>, replies: readonly WireReply[]): unknown {
  const requests = replies.map(({ request }) => request);
  return breachOf((trial) => assertNoFailureScored(trial, [sample], { requests }))?.got ?? null;
}

const lost = (prompt: readonly number[]) => exchange(prompt, [9], { isDelivered: false });

describe('a failure of the engine is never scored', () => {
  it('not in the turn that it struck', () => {
    const part = exchange([1, 2], [3], { finish: 'abort' });
    expect(breach(sampleOf([1, 2], [3]), [part])).toContain('status completed and 1 ids');
    expect(breach(sampleOf([1, 2], [3], { status: 'aborted' }), [part])).toBeNull();
  });

  it('not in an episode that it cut short', () => {
    const first = exchange([1, 2], [3]);
    const sample = sampleOf([1, 2], [3], { reward: 0 });
    expect(breach(sample, [first, lost([1, 2, 3, 4])])).toContain('reward 0');
    expect(breach(sample, [first, lost([1, 2, 3, 4]), exchange([1, 2, 3, 4], [5])])).toBeNull();
  });

  it('not with ids that stand for the answer that never came', () => {
    const madeUp = sampleOf([1], [7], { loss_mask: [0], reward: 0 });
    expect(breach(madeUp, [lost([1, 2])])).toContain('status completed and reward 0');
    expect(breach({ ...madeUp, status: 'failed', reward: null }, [lost([1, 2])])).toBeNull();
  });

  it('but an episode that went on where the part ended may be', () => {
    const part = exchange([1, 2], [3], { finish: 'abort' });
    const rest = exchange([1, 2, 3], [4], { number: 1 });
    expect(breach(sampleOf([1, 2], [3, 4]), [part, rest])).toBeNull();
    const observed = exchange([1, 2, 3, 7], [4], { number: 1 });
    expect(breach(sampleOf([1, 2], [3, 7, 4]), [part, observed])).toContain('1 ids of that turn');
  });

  it('and a failure of one candidate does not fail the other', () => {
    expect(breach(sampleOf([1, 2], [3]), [exchange([1, 2], [3]), lost([1, 2])])).toBeNull();
    expect(breach(sampleOf([1, 2], [3]), [exchange([1, 2], [3]), lost([8])])).toBeNull();
  });

  it('and what is given up carries a reward only where it is removed', () => {
    const aborted = { status: 'aborted', reward: 0 } as const;
    expect(breach(sampleOf([1], [2], aborted), [])).toContain('status aborted and reward 0');
    expect(breach(sampleOf([1], [2], { ...aborted, remove_sample: true }), [])).toBeNull();
    const failed = { status: 'failed', reward: 0, remove_sample: true } as const;
    expect(breach(sampleOf([1], [2], failed), [])).toContain('status failed and reward 0');
  });
});
