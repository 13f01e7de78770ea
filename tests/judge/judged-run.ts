import { createSample, type Sample } from 'slime-sdk';

/** An entry of the ledger. */
export interface LedgerEntry {
  rid: string;
  prompt_ids: number[];
  ids: number[];
  logprobs: (number | null)[];
}

/** What the judge reads of a turn. */
export interface JudgedTurn {
  index: number;
  attempt: number;
  turn: number;
  rid: string | null;
  discarded: { rid: string; cause: string }[];
  discarded_cause: string | null;
  start: number;
  tokens: number;
}

/** The content of a run's files. */
export interface JudgedRun {
  ledger: LedgerEntry[];
  turns: JudgedTurn[];
  samples: Sample[];
  discarded: { rid: string; cause: string }[];
}

/**
 * A run that keeps the law, with all that makes judging hard: a retried turn, a null log-prob, two
 * siblings that share a turn which one of them trains, a removed sample, a discarded episode, and
 * a reply that was in flight when the run was killed.
 */
export function makeRun(): JudgedRun {
  return {
    ledger: [
      { rid: 'a0', prompt_ids: [1, 2], ids: [10, 11], logprobs: [-0.5, -0.25] },
      { rid: 'retried', prompt_ids: [1, 2, 10, 11, 20, 21], ids: [13], logprobs: [-2] },
      { rid: 'a1', prompt_ids: [1, 2, 10, 11, 20, 21], ids: [12, 4], logprobs: [-1, null] },
      { rid: 's0', prompt_ids: [1, 2], ids: [30, 31], logprobs: [-0.1, -0.2] },
      { rid: 's1', prompt_ids: [1, 2, 30, 31, 40], ids: [32], logprobs: [-0.3] },
      { rid: 's2', prompt_ids: [1, 2, 30, 31, 41], ids: [33], logprobs: [-0.4] },
      { rid: 'removed', prompt_ids: [3], ids: [50], logprobs: [-0.5] },
      { rid: 'failed', prompt_ids: [3], ids: [51], logprobs: [-0.5] },
      { rid: 'in-flight', prompt_ids: [3], ids: [52], logprobs: [-0.5] },
    ],
    turns: [
      makeTurn({ index: 0, turn: 0, rid: 'a0', start: 2, tokens: 2 }),
      makeTurn({
        index: 0,
        turn: 1,
        rid: 'a1',
        discarded: [{ rid: 'retried', cause: 'reset' }],
        start: 6,
        tokens: 2,
      }),
      makeTurn({ index: 1, turn: 0, rid: 's0', start: 2, tokens: 2 }),
      makeTurn({ index: 1, turn: 1, rid: 's1', start: 5, tokens: 1 }),
      makeTurn({ index: 1, turn: 2, rid: 's2', start: 5, tokens: 1 }),
      makeTurn({ index: 2, turn: 0, rid: 'removed', start: 1, tokens: 1 }),
      makeTurn({ index: 3, rid: 'failed', discarded_cause: 'env_failed', start: 1, tokens: 1 }),
      makeTurn({ index: 3, turn: 1, rid: null }),
    ],
    samples: [
      makeSample(0, [1, 2, 10, 11, 20, 21, 12, 4], {
        loss_mask: [1, 1, 0, 0, 1, 0],
        rollout_log_probs: [-0.5, -0.25, 0, 0, -1, 0],
        metadata: { masked_spans: [[5, 1, 'null_log_prob']] },
      }),
      makeSample(1, [1, 2, 30, 31, 40, 32], {
        loss_mask: [1, 1, 0, 1],
        rollout_log_probs: [-0.1, -0.2, 0, -0.3],
      }),
      makeSample(1, [1, 2, 30, 31, 41, 33], {
        loss_mask: [0, 0, 0, 1],
        rollout_log_probs: [0, 0, 0, -0.4],
      }),
      makeSample(2, [3, 50], {
        loss_mask: [0],
        rollout_log_probs: [-0.5],
        remove_sample: true,
      }),
      makeSample(3, [], { status: 'failed', remove_sample: true }),
    ],
    discarded: [{ rid: 'in-flight', cause: 'killed' }],
  };
}

/** A turn of the first attempt, used by its sample. */
export function makeTurn(fields: Partial<JudgedTurn>): JudgedTurn {
  return {
    index: 0,
    attempt: 0,
    turn: 0,
    rid: null,
    discarded: [],
    discarded_cause: null,
    start: 0,
    tokens: 0,
    ...fields,
  };
}

function makeSample(index: number, tokens: number[], fields: Partial<Sample>): Sample {
  return createSample({
    index,
    group_index: 0,
    tokens,
    response_length: fields.loss_mask?.length ?? 0,
    status: 'completed',
    ...fields,
  });
}
