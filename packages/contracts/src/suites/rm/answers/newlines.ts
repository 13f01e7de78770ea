import { Inapplicable } from '../../../broken.ts';
import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { STATELESS, needsDeterministic } from '../requires.ts';
import { answerOf, spreadRows } from '../rows.ts';
import { tryPays } from '../score.ts';
import { knownAnswers } from '../answer-key.ts';
import { structuresOf, withGaps } from './blocks.ts';
import type { RewardTarget } from '../target.ts';

const MOST_ROWS = 12;

export const newlines = examination<RewardTarget>({
  id: 'rm/newlines',
  title: 'line breaks inside of a block do not cost its format reward',
  why: 'In a pattern the dot does not match a line break: every well-formed response of more than one line loses its format reward, and the policy learns to reason in one line.',
  fix: 'Add the flag `s` to the pattern, or write [\\s\\S] for the dot.',
  source: 'huggingface/open-r1#237',
  faults: ['A014'],
  requires: STATELESS,
  needs: needsDeterministic,
  async examine(target, trial: Trial) {
    const structures = structuresOf(target.world.vocabulary);
    let paid = 0;
    for (const row of spreadRows(target.world, MOST_ROWS)) {
      const answer = answerOf(row.label) ?? '1';
      const known = await knownAnswers(target, trial, row);
      const own = known === null ? [] : withGaps(known.right, answerOf(row.label));
      for (const structure of [...own, ...structures]) {
        const inOneLine = structure(' ', answer);
        const inLines = structure('\n', answer);
        const plain = `We look. We add. ${answer}`;
        const texts = [inOneLine, inLines, plain];
        const [one = null, several = null, none = null] = await tryPays(target, trial, row, texts);
        if (one === null || several === null || none === null || one <= none) continue;
        paid += 1;
        if (several > none) continue;
        trial.fail({
          expected: `${JSON.stringify(inLines)} earns more than unformatted text, as ${JSON.stringify(inOneLine)} does`,
          got: `${several}; in one line ${one}, unformatted ${none}`,
          note: `label ${JSON.stringify(row.label)}`,
        });
      }
    }
    if (paid === 0) throw new Inapplicable('a reward for a format with blocks');
  },
});
