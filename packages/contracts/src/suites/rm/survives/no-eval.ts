import fc from 'fast-check';
import { ANSWER_FORMS } from '../../../arbitraries/answer-forms.ts';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { learnAnswers } from '../answer-key.ts';
import { caseOf } from '../reward-case.ts';
import { type Row, rowOf } from '../rows.ts';
import { tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

const NAME = 'slime_canary';

/** Expressions that ask for the canary where they are run as code, the plainest first. */
const BAITS: readonly string[] = [
  NAME,
  `${NAME}()`,
  `1+${NAME}`,
  `[[${NAME}()]]`,
  `\${${NAME}()}`,
  `{{${NAME}()}}`,
  `<%= ${NAME}() %>`,
  `globalThis.${NAME}()`,
  `(() => ${NAME}())()`,
  `2*(${NAME})`,
  `{"answer": ${NAME}()}`,
  `${NAME}\`\``,
  `constructor.constructor('return ${NAME}()')()`,
  `[].filter.constructor('return globalThis.${NAME}()')()`,
  `this.constructor.constructor('return globalThis.${NAME}()')()`,
  `eval("${NAME}()")`,
  `new Function('${NAME}()')()`,
  `"+${NAME}()+"`,
  `1); ${NAME}(); (1`,
  `__import__('os').system('true') or ${NAME}()`,
  `\n${NAME}()\n`,
  `\`\`\`js\n${NAME}()\n\`\`\``,
];

interface Baited {
  row: Row;
  baits: readonly string[];
  /** A form beside the one that is known to pay. */
  form: (typeof ANSWER_FORMS)[number];
}

export const noEval = property<RewardTarget, Baited>({
  id: 'rm/no-eval',
  title: 'the words of the policy are never run as code',
  why: 'A policy that finds out that its answer is evaluated can end the process, read secrets, or set its own reward. Deny-lists of words do not help against that.',
  fix: 'Read answers by a grammar of your own (`math` of slime-sdk/rewards does), never by eval, Function or node:vm. Run code that is the task in a process of its own.',
  source: 'slime/rollout/rm_hub/math_utils.py (sympy parse_latex, parse_expr)',
  faults: ['A074', 'A075'],
  requires: ['rm/settles'],
  share: 0.3,
  inputs: ({ world }) =>
    fc
      .record({
        row: rowOf(world),
        baits: fc.tuple(fc.constantFrom(...BAITS), fc.constantFrom(...BAITS)),
        form: fc.constantFrom(...ANSWER_FORMS),
        isEquation: fc.nat(3).map((number) => number === 3),
      })
      .map(({ row, baits, form, isEquation }) => ({
        // Graders that evaluate often take equations apart, and evaluate both sides.
        row: isEquation && world.rows.length === 0 ? { ...row, label: 'x=1' } : row,
        baits: isEquation ? baits.map((bait) => `x=${bait}`) : baits,
        form,
      })),
  show: (baited, target) => ({ responses: responsesTo(target, baited), label: baited.row.label }),
  async holds(target, baited, trial: Trial) {
    await learnAnswers(target, trial);
    for (const response of responsesTo(target, baited)) {
      if (!(await looksUpCanary(target, trial, baited.row, response))) continue;
      trial.fail({
        expected: 'the response is read as text',
        got: `the global \`${NAME}\` was looked up: part of ${JSON.stringify(response)} was run as code`,
      });
    }
  },
});

/** The baits, each in the form that pays and in another one. */
function responsesTo({ answers }: RewardTarget, { baits, form }: Baited): string[] {
  const known = answers.learned?.forms[0];
  return baits.flatMap((bait) => [known?.write(bait) ?? bait, form(bait)]);
}

async function looksUpCanary(
  target: RewardTarget,
  trial: Trial,
  row: Row,
  response: string,
): Promise<boolean> {
  let wasAsked = false;
  Object.defineProperty(globalThis, NAME, {
    configurable: true,
    enumerable: false,
    get: () => {
      wasAsked = true;
      return () => 1;
    },
  });
  try {
    // A throw is for other checks to say.
    await tryScore(target, trial, [caseOf(row, [response])]);
  } finally {
    Reflect.deleteProperty(globalThis, NAME);
  }
  return wasAsked;
}
