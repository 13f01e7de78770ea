/** How an episode ended with something to score. */
export type ScoredEnding =
  | 'env_done'
  | 'max_turns'
  | 'response_budget'
  | 'context_budget'
  | 'length';

/** Whose failure ended an episode. */
export type FailureCause = 'env_failed' | 'engine_failed' | 'grader_failed' | 'data_failed';

/** Every way an episode can end. */
export type Ending = ScoredEnding | FailureCause | 'abort';

/**
 * The end of an episode. A failure cannot carry a reward: the type has no place for one.
 *
 * `reward` of a scored outcome is the env's own (reduced step rewards), null where it gives none.
 */
export type Outcome =
  | { kind: 'scored'; ending: ScoredEnding; reward: number | null }
  | { kind: 'aborted'; ending: 'abort'; reason: string }
  | { kind: 'failed'; ending: FailureCause; error: FailureReport };

/** What is kept of the error that failed an episode. */
export interface FailureReport {
  /** The error's class name. */
  name: string;
  message: string;
  /** Stable code where the error has one. */
  code: string | null;
  /** Where it happened: `buildEnv`, `reset`, `step`, `generate`, `reward`, …. */
  where: string;
  /** Turn counted from 0, null before the first. */
  turn: number | null;
}

/**
 * What becomes of a failed episode: `mask` removes it from the loss and from its group's mean,
 * `drop_group` drops its group, `requeue` runs it again from a clean sample, `fail_run` stops.
 */
export type FailurePolicy = 'mask' | 'drop_group' | 'requeue' | 'fail_run';
