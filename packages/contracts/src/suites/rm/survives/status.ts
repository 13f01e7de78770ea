import fc from 'fast-check';
import type { SampleStatus } from 'slime-sdk';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { responseDraft, writeTurns } from '../response-draft.ts';
import { type Batch, caseOf, showBatch } from '../reward-case.ts';
import { rowOf } from '../rows.ts';
import { tryScore } from '../score.ts';
import { ownFault } from '../results/own-fault.ts';
import { rowOfBatch } from './ordinary-fails.ts';
import type { RewardTarget } from '../target.ts';

type Ended = Exclude<SampleStatus, 'pending'>;

export const survivesAnyStatus = property<RewardTarget, Batch>({
  id: 'rm/survives-any-status',
  title:
    'samples of every status get a sound reward: cut, without a turn, failed, and aborted in a group',
  why: 'A budget can be used up before the first token, and slime scores failed samples too: then there is no turn and no text. Under --group-rm every member of a group is handed over.',
  fix: 'Take nothing for granted of `view.turns` and `view.finalText`: use view.turns.at(-1)?.content. Score what was not finished as wrong, with a number of the declared range: never null or NaN.',
  source: 'slime/rollout/sglang_rollout.py:270-287',
  faults: ['B005', 'A001', 'A103', 'B052'],
  requires: ['rm/settles'],
  share: 0.3,
  inputs: ({ world, plugin }) => {
    const statuses: Ended[] = ['truncated', 'failed', 'completed'];
    if (plugin.mode === 'group') statuses.push('aborted');
    const size = { minLength: 1, maxLength: plugin.mode === 'group' ? 4 : 1 };
    const draft = fc.option(responseDraft(world, { longest: 100 }), { freq: 2 });
    return fc
      .tuple(rowOf(world), fc.array(fc.tuple(fc.constantFrom(...statuses), draft), size))
      .map(([row, members]) =>
        members.map(([status, turns], index) =>
          caseOf(row, turns === null ? [] : writeTurns(turns, row), { status, index }),
        ),
      );
  },
  show: showBatch,
  async holds(target, batch, trial: Trial) {
    const attempt = await tryScore(target, trial, batch);
    const statuses = batch.map(({ sample, turns }) => `${sample.status}, ${turns.length} turns`);
    const expected = `a reward for: ${statuses.join('; ')}`;
    if (attempt.ok) {
      const row = rowOfBatch(batch);
      const fault = row === null ? null : await ownFault(target, trial, row, batch, attempt.value);
      if (fault !== null) trial.fail({ expected, got: fault });
      return;
    }
    // The same words with an ordinary status: where they throw too, the status is not at fault.
    const ordinary = batch.map(({ sample, turns }, index) =>
      caseOf(sample, turns.length === 0 ? [''] : turns.map(({ text }) => text), { index }),
    );
    trial.require((await tryScore(target, trial, ordinary)).ok);
    trial.fail({ expected, got: `it ${attempt.text}` });
  },
});
