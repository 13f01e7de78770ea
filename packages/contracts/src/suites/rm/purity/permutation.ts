import fc from 'fast-check';
import { Picker, picks } from '../../../arbitraries/picks.ts';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { anyBatch, type Batch, showBatch } from '../reward-case.ts';
import { COMPARABLE, needsDeterministic, needsGroup } from '../requires.ts';
import { isSamePay, scorePays } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** A group, and the places of its members in another order. */
interface Shuffled {
  group: Batch;
  order: readonly number[];
}

export const permutation = property<RewardTarget, Shuffled>({
  id: 'rm/permutation',
  title: 'a group in another order gives the same rewards in that order',
  why: 'The order of siblings is the order in which they finished. A reward that depends on it pays chance, and one that answers in an order of its own pays the wrong sample.',
  fix: 'Compute each reward from the sample and the group as a set; give equals the same rank; map results back by place, never by the order of completion.',
  source: 'slime/rollout/sglang_rollout.py:332-334',
  faults: ['A065', 'A037'],
  requires: COMPARABLE,
  needs: (target) => needsGroup(target) ?? needsDeterministic(target),
  share: 0.5,
  inputs: (target) =>
    fc
      .tuple(anyBatch(target, { size: { min: 2, max: 6 } }), picks(6))
      .map(([group, numbers]) => ({ group, order: shuffle(group.length, new Picker(numbers)) })),
  show: ({ group, order }) => ({ order, group: showBatch(group) }),
  async holds(target, { group, order }, trial: Trial) {
    const before = await scorePays(target, trial, group);
    const moved = order.flatMap((at) => group[at] ?? []);
    const after = await scorePays(target, trial, moved, 'reward, in another order');
    const expected = order.flatMap((at) => before[at] ?? []);
    for (const [at, pay] of after.entries()) {
      if (!isSamePay(pay, expected[at] ?? Number.NaN)) {
        trial.fail({ expected, got: after, note: `members in the order ${order.join(', ')}` });
      }
    }
  },
});

/** Numbers from 0 in another order; the plainest is the opposite one. */
function shuffle(count: number, picker: Picker): number[] {
  const left = Array.from({ length: count }, (_, at) => count - 1 - at);
  const order: number[] = [];
  while (left.length > 0) order.push(...left.splice(picker.below(left.length), 1));
  return order;
}
