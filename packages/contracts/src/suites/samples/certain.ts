import type { Sample } from 'slime-sdk';
import type { SampleCheck, StoredSample } from './sample-check.ts';

/** So many trained tokens are not all certain by chance. */
const MANY_TOKENS = 8;

/** A log-probability of 0 is a certainty. */
export const certain: SampleCheck = {
  id: 'samples/certain-tokens',
  title: 'the trained tokens of a turn have log-probabilities of their own, not all 0.0',
  why: 'Log-probabilities that the engine did not give become 0.0 somewhere: every token then counts as certain, and importance weights are wrong for the whole turn.',
  fix: 'Ask the engine with return_logprob, and do not train a turn that came without them.',
  source: 'slime/agent/trajectory.py',
  faults: ['B091', 'A052', 'B108'],
  requires: ['samples/json', 'samples/shape', 'samples/log-probs'],
  expected: 'a log-probability below 0 among the trained tokens of a turn',
  needs: `samples with ${MANY_TOKENS} trained tokens, or with two turns, and log-probabilities`,
  start: () => {
    let short: (Pick<StoredSample, 'line' | 'prefix'> & { at: number; length: number }) | null =
      null;
    let hasRounded = false;
    return {
      look({ sample, line, prefix }, report) {
        const turns = trainedTurns(sample);
        const length = turns.reduce((sum, turn) => sum + turn.length, 0);
        const certainTurns = turns.filter(({ zeros, length: all }) => zeros === all);
        // An engine whose log-probabilities round to 0 has such tokens beside others too.
        hasRounded ||= turns.some(({ zeros, length: all }) => zeros > 0 && zeros < all);
        if (turns.length > 0 && certainTurns.length === turns.length) {
          if (length >= MANY_TOKENS) report('0.0 for every trained token', ['rollout_log_probs']);
        } else {
          for (const { at, length: count } of certainTurns) {
            if (count < MANY_TOKENS) short ??= { line, prefix, at, length: count };
            else report(`0.0 for all ${count} tokens of a turn`, ['rollout_log_probs', at]);
          }
        }
        return length >= MANY_TOKENS || turns.length > 1;
      },
      end(report) {
        if (short === null || hasRounded) return;
        const message = `0.0 for all ${short.length} tokens of a turn, and for no token of other turns`;
        report(message, ['rollout_log_probs', short.at], short);
      },
    };
  },
};

/** A stretch of trained tokens, and how many of them have the log-probability 0. */
interface TrainedTurn {
  at: number;
  length: number;
  zeros: number;
}

function trainedTurns({ rollout_log_probs: logProbs, loss_mask: mask }: Sample): TrainedTurn[] {
  const turns: TrainedTurn[] = [];
  let turn: TrainedTurn | null = null;
  for (const [at, value] of (logProbs ?? []).entries()) {
    if (mask !== null && mask[at] !== 1) {
      turn = null;
      continue;
    }
    if (turn === null) turns.push((turn = { at, length: 0, zeros: 0 }));
    turn.length += 1;
    if (value === 0) turn.zeros += 1;
  }
  return turns;
}
