import { examination } from '../../../check.ts';
import type { Trial } from '../../../trial.ts';
import { type Batch, caseOf, withView } from '../reward-case.ts';
import { rowsOf } from '../rows.ts';
import { Inapplicable } from '../../../broken.ts';
import type { RewardTarget } from '../target.ts';

/** A reward that waits longer than this is asked to stop. */
const SLOW_MS = 700;
/** It is told to stop after so many milliseconds, and has as many as the second number to do so. */
const STOP_AFTER_MS = 50;
const BOUND_MS = 500;
const REPETITIONS = 3;

export const abort = examination<RewardTarget>({
  id: 'rm/abort',
  title: 'a reward that waits settles soon after its signal is aborted',
  why: 'At the end of a rollout step, and after Ctrl-C, all that is in flight is aborted. slime waits for every call without a limit: one that goes on waiting holds the whole run.',
  fix: 'Hand view.signal on: fetch(url, { signal: view.signal }), setTimeout of node:timers/promises with { signal }.',
  source: 'slime/rollout/sglang_rollout.py (abort waits for every pending task)',
  faults: [],
  requires: ['rm/settles'],
  async examine(target, trial: Trial) {
    const batch = await findSlow(target, trial);
    const seconds: number[] = [];
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const late = await secondsAfterAbort(target, trial, batch);
      if (late * 1000 <= BOUND_MS) return;
      seconds.push(late);
    }
    trial.fail({
      expected: `the call settles within ${BOUND_MS} ms of the abort, with a reward or a throw`,
      got: seconds.map((late) => `${late.toFixed(1)} s`).join(', '),
      note: `confirmed by ${REPETITIONS} repetitions`,
    });
  },
});

/** Finds a sample that the reward waits long for. */
async function findSlow(target: RewardTarget, trial: Trial): Promise<Batch> {
  const [row] = rowsOf(target.world);
  if (row !== undefined) {
    for (const text of ['The answer is 1.', `${'A long answer. '.repeat(400)}The answer is 1.`]) {
      const batch = [caseOf(row, [text])];
      const { waitedMs } = await watchCall(target, trial, batch, new AbortController().signal);
      if (waitedMs > SLOW_MS) return batch;
    }
  }
  throw new Inapplicable(`a reward that waits longer than ${SLOW_MS / 1000} s`);
}

/** Seconds from the abort to the end of the call. */
async function secondsAfterAbort(
  target: RewardTarget,
  trial: Trial,
  batch: Batch,
): Promise<number> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), STOP_AFTER_MS);
  const { waitedMs } = await watchCall(target, trial, batch, controller.signal);
  clearTimeout(timer);
  return (waitedMs - STOP_AFTER_MS) / 1000;
}

/** Milliseconds that a call took beyond those in which it held the event loop. */
async function watchCall(
  target: RewardTarget,
  trial: Trial,
  batch: Batch,
  signal: AbortSignal,
): Promise<{ waitedMs: number }> {
  const cases = batch.map((one) => withView(target.world, one));
  const started = performance.now();
  let heldMs = 0;
  await trial.attempt('reward under a signal', () => {
    const result = target.score(cases, signal);
    heldMs = performance.now() - started;
    return result;
  });
  return { waitedMs: performance.now() - started - heldMs };
}
