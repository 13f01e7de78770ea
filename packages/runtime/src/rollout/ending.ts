import type { Ending, SampleStatus } from 'slime-sdk';

/** The one table of how an ending becomes slime's status (API: how an episode ends). */
const STATUS: Readonly<Record<Ending, SampleStatus>> = {
  env_done: 'completed',
  max_turns: 'truncated',
  response_budget: 'truncated',
  context_budget: 'truncated',
  length: 'truncated',
  abort: 'aborted',
  env_failed: 'failed',
  engine_failed: 'failed',
  grader_failed: 'failed',
  data_failed: 'failed',
};

/** slime's status of an ending. */
export function statusOf(ending: Ending): SampleStatus {
  return STATUS[ending];
}
