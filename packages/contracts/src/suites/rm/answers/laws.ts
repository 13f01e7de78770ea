import fc from 'fast-check';
import type { NamedRewardLaw, RewardLaw } from 'slime-sdk';
import { property } from '../../../check.ts';
import { Picker, picks } from '../../../arbitraries/picks.ts';
import type { SampleCase } from '../../../arbitraries/sample-case.ts';
import { createSample } from 'slime-sdk';
import type { Trial } from '../../../trial.ts';
import { knownAnswers } from '../answer-key.ts';
import { exampleTexts } from '../example-texts.ts';
import { responseDraft, writeTurns } from '../response-draft.ts';
import { type Batch, caseOf } from '../reward-case.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { type Row, rowOf } from '../rows.ts';
import { isSamePay, scorePays } from '../score.ts';
import type { RewardTarget } from '../target.ts';
import { type Change, NAMED_CHANGES } from './named-changes.ts';

/** Laws that are held by checks of their own. */
type Elsewhere = 'reads-label' | 'scores-alone';

interface Claimed {
  row: Row;
  /** Which of the declared laws. */
  law: number;
  response: string;
  /** Takes the right or the wrong answer in its place, where one is known. */
  instead: 'right' | 'wrong' | null;
  /** A sibling, for a group reward. */
  sibling: string;
  picks: number[];
}

export const laws = property<RewardTarget, Claimed>({
  id: 'rm/laws',
  title: 'the laws hold that the reward declares',
  why: 'Who declares a law counts on it: that white space earns nothing, or that a longer answer never earns more.',
  fix: 'Mend the reward where it breaks its law, or take the law out of `laws` in defineReward.',
  source: 'slime-sdk defineReward (laws)',
  faults: ['B116', 'B117', 'B119', 'A014'],
  requires: STATELESS,
  needs: (target) =>
    needsDeterministic(target) ??
    (changesOf(target).length === 0 ? 'declared `laws` in defineReward' : null),
  share: 0.5,
  inputs: (target) => {
    const { world } = target;
    const draft = responseDraft(world, { longest: 1000 });
    return fc
      .record({
        row: rowOf(world),
        law: fc.nat(changesOf(target).length - 1),
        draft,
        instead: fc.constantFrom<Claimed['instead'][]>(null, 'right', 'wrong', 'right'),
        sibling: draft,
        picks: picks(6),
      })
      .map((drawn): Claimed => {
        const sample = createSample(drawn.row);
        const known = {
          rights: exampleTexts(target, 'right', sample),
          wrongs: exampleTexts(target, 'wrong', sample),
        };
        return {
          ...drawn,
          response: writeTurns(drawn.draft, drawn.row, known).join('\n'),
          sibling: writeTurns(drawn.sibling, drawn.row, known).join('\n'),
        };
      });
  },
  show: ({ law, response, instead, row }, target) => ({
    law: changesOf(target)[law]?.name,
    response: instead === null ? response : `the known ${instead} answer`,
    label: row.label,
  }),
  async holds(target, claimed, trial: Trial) {
    const law = changesOf(target)[claimed.law];
    trial.require(law !== undefined);
    const response = await chooseResponse(target, trial, claimed);
    const { row, picks: numbers } = claimed;
    const changed = await trial.call(`law "${law.name}"`, () =>
      law.change(response, createSample(row), new Picker(numbers)),
    );
    if (typeof changed !== 'string') {
      return trial.fail({ expected: `law "${law.name}" gives a response`, got: changed });
    }
    trial.require(changed !== response);
    const [before = 0] = await scorePays(target, trial, group(target, claimed, response));
    const [after = 0] = await scorePays(target, trial, group(target, claimed, changed));
    if (isKept(law.expect, before, after)) return;
    trial.fail({
      expected: describeLaw(law, before),
      got: after,
      note: `law "${law.name}" made ${JSON.stringify(changed)} of ${JSON.stringify(response)}`,
    });
  },
});

/** The declared laws that change a response. */
function changesOf({ plugin }: RewardTarget): readonly Change[] {
  return plugin.claims.laws.flatMap((law: NamedRewardLaw | RewardLaw): Change[] => {
    if (typeof law !== 'string') return [law];
    return isElsewhere(law) ? [] : [NAMED_CHANGES[law]];
  });
}

function isElsewhere(law: NamedRewardLaw): law is Elsewhere {
  return law === 'reads-label' || law === 'scores-alone';
}

async function chooseResponse(
  target: RewardTarget,
  trial: Trial,
  { row, response, instead }: Claimed,
): Promise<string> {
  if (instead === null) return response;
  return (await knownAnswers(target, trial, row))?.[instead] ?? response;
}

function group(target: RewardTarget, { row, sibling }: Claimed, response: string): Batch {
  const own: SampleCase = caseOf(row, [response]);
  return target.plugin.mode === 'group' ? [own, caseOf(row, [sibling], { index: 1 })] : [own];
}

function isKept(expect: RewardLaw['expect'], before: number, after: number): boolean {
  if (isSamePay(before, after)) return true;
  return expect !== 'same' && (expect === 'lower' ? after < before : after > before);
}

function describeLaw({ expect }: Change, before: number): string {
  if (expect === 'same') return `${before}, as before the change`;
  return `${before} or ${expect}, since the law says \`${expect}\``;
}
