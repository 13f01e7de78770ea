import fc from 'fast-check';
import { ANSWER_FORMS } from '../../../arbitraries/answer-forms.ts';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
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
  response: string;
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
      .tuple(
        rowOf(world),
        fc.constantFrom(...BAITS),
        fc.constantFrom(...ANSWER_FORMS),
        fc.boolean(),
      )
      .map(([row, bait, form, isLabel]) => ({
        // Graders that evaluate often do so with both sides.
        row: isLabel && world.rows.length === 0 ? { ...row, label: 'x=1' } : row,
        response: form(isLabel ? `x=${bait}` : bait),
      })),
  show: ({ row, response }) => ({ response, label: row.label }),
  async holds(target, { row, response }, trial: Trial) {
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
    if (wasAsked) {
      trial.fail({
        expected: 'the response is read as text',
        got: `the global \`${NAME}\` was looked up: part of the response was run as code`,
      });
    }
  },
});
