import { examination } from '../../../check.ts';
import { usedBytes } from '../../../runner/used-bytes.ts';
import type { Trial } from '../../../trial.ts';
import { caseOf } from '../reward-case.ts';
import { type Row, spreadRows } from '../rows.ts';
import { tryScore } from '../score.ts';
import type { RewardTarget } from '../target.ts';

/** Repetitions that must grow: what else is collected in the meantime may hide the growth of one. */
const REPETITIONS = 3;
const MOST_REPETITIONS = 5;
const MOST_CALLS = 400;
/** A round of a slow reward ends after so many milliseconds. */
const ROUND_MS = 300;
/** With fewer calls a leak cannot be told from noise. */
const LEAST_CALLS = 20;
/** Texts are so long that a sample that is kept shows. */
const TEXT = 'so it goes on and on, '.repeat(200);
/** Bytes a call: a small part of the text of one sample. */
const LEAST_GROWTH = 1000;

export const memory = examination<RewardTarget>({
  id: 'rm/memory',
  title: 'memory does not grow from call to call',
  why: 'A run scores hundreds of thousands of samples in one process. What each call keeps adds up until the process is killed, hours into training.',
  fix: 'Bound caches and logs of your own, and keep numbers rather than samples. The same samples are scored again and again here: a cache by text does not grow by that.',
  source: 'faults catalogue, class MEM',
  faults: ['A124'],
  requires: ['rm/settles'],
  async examine(target, trial: Trial) {
    const rows = spreadRows(target.world, 8);
    const calls = await playRound(target, trial, rows, MOST_CALLS);
    trial.require(calls > 0);
    if (calls < LEAST_CALLS) return;
    // The first rounds fill caches and compile.
    await playRound(target, trial, rows, calls);
    let before = await usedBytes();
    const growths: number[] = [];
    let repetition = 0;
    while (growths.length < REPETITIONS) {
      if (repetition === MOST_REPETITIONS) return;
      repetition += 1;
      const done = await playRound(target, trial, rows, calls);
      const after = await usedBytes();
      const growth = (after - before) / done;
      if (growth >= LEAST_GROWTH) growths.push(growth);
      before = after;
    }
    trial.fail({
      expected: 'the heap is as large after further calls as before',
      got: growths.map((bytes) => `${Math.round(bytes)} bytes more a call`).join('; then '),
      note: `confirmed by ${REPETITIONS} of ${repetition} repetitions of ${calls} calls with the same samples`,
    });
  },
});

/** Scores the same samples, each text in memory of its own as a run has it; gives the calls made. */
async function playRound(
  target: RewardTarget,
  trial: Trial,
  rows: readonly Row[],
  most: number,
): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let calls = 0;
  while (calls < most && performance.now() < end) {
    const row = rows[calls % rows.length];
    if (row === undefined) return calls;
    const text = Buffer.from(TEXT).toString('latin1');
    await tryScore(target, trial, [caseOf(row, [text])]);
    calls += 1;
  }
  return calls;
}
