import { property } from '../../../check.ts';
import { groupOf } from '../../../arbitraries/group-of.ts';
import type { Trial } from '../../../trial.ts';
import { type Batch, showBatch, withView, worldOptions } from '../reward-case.ts';
import { COMPARABLE, needsDeterministic } from '../requires.ts';
import { isSamePay, readPaysOf } from '../score.ts';
import type { RewardTarget } from '../target.ts';

export const singleGroupAgree = property<RewardTarget, Batch>({
  id: 'rm/single-group-agree',
  title: 'the single and the group reward of a package agree on every sample',
  why: 'Evaluation always scores samples one by one, also of a run with --group-rm: where the two rewards differ, training and evaluation measure different things.',
  fix: 'Let the group reward call the single one, or do not declare `scores-alone`.',
  source: 'slime/rollout/sglang_rollout.py (evaluation asserts group_rm off)',
  faults: ['A015', 'B063'],
  requires: COMPARABLE,
  needs: (target) => needsDeterministic(target) ?? needsBoth(target),
  share: 0.3,
  inputs: (target) => groupOf(worldOptions(target)),
  show: showBatch,
  async holds(target, group, trial: Trial) {
    const alone: number[] = [];
    for (const one of group) alone.push(...(await payAs(target, trial, 'single', [one])));
    const together = await payAs(target, trial, 'group', group);
    for (const [at, pay] of together.entries()) {
      if (!isSamePay(pay, alone[at] ?? Number.NaN)) {
        trial.fail({
          expected: `the rewards of the single function: ${alone.join(', ')}`,
          got: `of the group function: ${together.join(', ')}`,
          note: `sample ${at} of ${group.length}`,
        });
      }
    }
  },
});

function needsBoth({ plugin, other }: RewardTarget): string | null {
  if (other === null) return 'a single and a group reward in one module';
  const claims = [plugin, other].some((one) => one.claims.laws.includes('scores-alone'));
  return claims ? null : 'the declared law `scores-alone`';
}

async function payAs(
  target: RewardTarget,
  trial: Trial,
  mode: 'single' | 'group',
  batch: Batch,
): Promise<number[]> {
  const { plugin, other, world } = target;
  const cases = batch.map((one) => withView(world, one));
  const attempt = await trial.attempt(`${mode} reward`, () =>
    plugin.mode === mode || other === null ? target.score(cases) : target.scoreOther(other, cases),
  );
  trial.require(attempt.ok);
  const pays = readPaysOf(mode, attempt.value, batch.length, world.args.reward_key);
  trial.require(pays !== null);
  return pays;
}
