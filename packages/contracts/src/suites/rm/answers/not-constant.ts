import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { Inapplicable } from '../../../broken.ts';
import { learnAnswers } from '../answer-key.ts';
import { COMPARABLE } from '../requires.ts';
import { sampleBatches } from '../resources/sample-batches.ts';
import { isSamePay, readPays, tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

const MOST_BATCHES = 300;

export const notConstant = examination<RewardTarget>({
  id: 'rm/not-constant',
  title: 'not all responses earn the same',
  why: 'A group whose rewards are all equal teaches nothing, and a filter of such groups asks for new ones for ever.',
  fix: 'Grade one right answer by hand and see where it is lost. Where no common form of the label is right, declare `examples` in defineReward, which are tried first.',
  source: 'slime/rollout/filter_hub/dynamic_sampling_filters.py:9-15',
  faults: ['A003', 'B111', 'A011', 'B057'],
  requires: COMPARABLE,
  async examine(target, trial: Trial) {
    const { rows: paid, tried } = await learnAnswers(target, trial);
    if (paid.length > 0) return;
    const { rows } = target.world;
    if (target.plugin.claims.examples !== null) {
      trial.fail({
        expected: 'the declared right example earns more than the wrong one, for some row',
        got: `it does for none of ${tried} ${rows.length > 0 ? '' : 'made-up '}rows`,
      });
    }
    if (rows.length === 0) {
      throw new Inapplicable('rows or examples (--prompt-data, or `examples` in defineReward)');
    }
    let first: number | null = null;
    for (const batch of sampleBatches(target, trial, MOST_BATCHES)) {
      const attempt = await tryScore(target, trial, batch);
      for (const pay of (attempt.ok && readPays(target, attempt.value, batch.length)) || []) {
        first ??= pay;
        if (!isSamePay(first, pay)) return;
      }
    }
    trial.require(first !== null);
    trial.fail({
      expected: 'rewards that differ over your rows',
      got: `${first} for each of ${MOST_BATCHES} right, wrong and other responses`,
    });
  },
});
