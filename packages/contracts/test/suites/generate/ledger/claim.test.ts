import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimReplies } from '../../../../src/suites/generate/ledger/claim.ts';
import { exchange, sampleOf } from '../wire-reply.ts';

const ids = fc.array(fc.nat(5), { minLength: 1, maxLength: 6 });

describe('replies that stand in a sample', () => {
  it('are found in place, however often the same ids occur', () => {
    fc.assert(
      fc.property(
        ids,
        fc.array(fc.tuple(ids, ids), { minLength: 1, maxLength: 4 }),
        (prompt, turns) => {
          const replies = [];
          let tokens = prompt;
          for (const [said, seen] of turns) {
            replies.push(exchange(tokens, said, { number: replies.length }));
            tokens = [...tokens, ...said, ...seen];
          }
          const sample = sampleOf(prompt, tokens.slice(prompt.length));
          expect(
            claimReplies(sample, replies).map(({ reply, start, length }) => [reply, start, length]),
          ).toEqual(replies.map((reply) => [reply, reply.promptIds.length, reply.ids.length]));
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });

  it('end where the plugin cut them', () => {
    const reply = exchange([1, 2], [3, 4, 5]);
    expect(claimReplies(sampleOf([1, 2], [3, 4, 9]), [reply])).toEqual([
      { reply, start: 2, length: 2 },
    ]);
  });

  it('do not stand behind another prompt, nor when they were never delivered', () => {
    const moved = exchange([1, 7], [3, 4]);
    const lost = exchange([1, 2], [3, 4], { isDelivered: false });
    expect(claimReplies(sampleOf([1, 2], [3, 4]), [moved, lost])).toEqual([]);
  });

  it('are those with the sample’s log-probs, where two say the same', () => {
    const [one, other] = [
      exchange([1], [2, 3], { logprobs: [-1, -1] }),
      exchange([1], [2, 3], { logprobs: [-2, -2] }),
    ];
    const sample = sampleOf([1], [2, 3], { rollout_log_probs: [-2, -2] });
    expect(claimReplies(sample, [one, other]).map(({ reply }) => reply)).toEqual([other]);
  });

  it('give way to one that was asked for later from within them', () => {
    const first = exchange([1], [2, 3, 4]);
    const second = exchange([1, 2], [3, 9, 9], { number: 1 });
    expect(
      claimReplies(sampleOf([1], [2, 3, 9, 9]), [first, second]).map(({ reply, length }) => [
        reply.number,
        length,
      ]),
    ).toEqual([
      [0, 1],
      [1, 3],
    ]);
  });
});
