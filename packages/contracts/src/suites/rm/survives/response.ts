import fc from 'fast-check';
import { compactHostileText, hostileText } from '../../../arbitraries/hostile-text.ts';
import { type CompactText, expandText } from '../../../arbitraries/compact-text.ts';
import { responseText } from '../../../arbitraries/response-text.ts';
import { property } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { caseOf, longestOf } from '../reward-case.ts';
import { type Row, rowOf } from '../rows.ts';
import { tryScore } from '../score.ts';
import { ownFault } from '../results/own-fault.ts';
import type { RewardTarget } from '../target.ts';
import { ordinaryFails } from './ordinary-fails.ts';

interface Hostile {
  row: Row;
  response: CompactText;
  /** An earlier turn of the policy. */
  before: string | null;
}

/** Of so many responses of each kind one is as long as can be. */
const MOSTLY = 40;
const LONG_WORDS: readonly string[] = ['a', 'so it goes on. '];

export const survivesAnyResponse = property<RewardTarget, Hostile>({
  id: 'rm/survives-any-response',
  title: 'any text of the policy gets a sound reward: empty, cut, hostile or very long',
  why: 'A policy that explores writes anything. A throw on such text fails the sample, so that exactly the worst responses are never punished.',
  fix: 'Score what cannot be read as wrong. Check what a match or JSON.parse gives before you use it, do not spread long texts into arguments, and keep means and ratios finite.',
  source: 'slime/rollout/sglang_rollout.py:327 (one exception ends the run)',
  faults: ['B055', 'A103', 'B112'],
  requires: ['rm/settles'],
  inputs: (target) => {
    const { vocabulary } = target.world;
    const longest = longestOf(target);
    return fc.record({
      row: rowOf(target.world),
      response: fc.oneof(
        { weight: MOSTLY, arbitrary: compactHostileText({ longest }) },
        {
          weight: MOSTLY,
          arbitrary: responseText({ vocabulary, longest: 1000 }).map(
            ({ text }): CompactText => text,
          ),
        },
        { weight: 1, arbitrary: fc.constantFrom(...LONG_WORDS).map(repeatTo(longest)) },
      ),
      before: fc.option(hostileText({ longest: 100 }), { freq: 4 }),
    });
  },
  show: ({ row, response, before }) => ({
    response,
    ...(before === null ? {} : { 'turn before': before }),
    label: row.label,
    prompt: row.prompt,
  }),
  async holds(target, { row, response, before }, trial: Trial) {
    const last = expandText(response);
    const batch = [caseOf(row, before === null ? [last] : [before, last])];
    const attempt = await tryScore(target, trial, batch);
    const expected = 'a reward, whatever the response is';
    if (attempt.ok) {
      const fault = await ownFault(target, trial, row, batch, attempt.value);
      if (fault !== null) trial.fail({ expected, got: fault });
      return;
    }
    trial.require(!(await ordinaryFails(target, trial, row)));
    trial.fail({ expected, got: `it ${attempt.text}` });
  },
});

function repeatTo(longest: number): (repeat: string) => CompactText {
  return (repeat) => ({ repeat, times: Math.floor(longest / repeat.length) });
}
