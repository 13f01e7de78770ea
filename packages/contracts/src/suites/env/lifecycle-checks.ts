import type { Check } from '../../check.ts';
import { argsNotWritten } from './args-not-written.ts';
import { build } from './build.ts';
import { closeAfterThrow, closeIdempotent } from './close.ts';
import { abort, closePending } from './crossed-calls.ts';
import { attemptReplay, deterministic } from './deterministic.ts';
import { ends } from './ends.ts';
import { globals } from './globals.ts';
import { handles } from './handles.ts';
import { hold } from './hold.ts';
import { inputsUnchanged } from './inputs-unchanged.ts';
import { lifecycle } from './lifecycle.ts';
import { memory } from './memory.ts';
import { resetFresh, stepAfterDone, stepBeforeReset } from './out-of-order.ts';
import { quiet } from './quiet.ts';
import { resetResult, stepResult } from './results.ts';
import { settles } from './settles.ts';
import { siblings } from './siblings.ts';
import { snapshot } from './snapshot.ts';
import type { EnvTarget } from './target.ts';
import { concurrentMany, interleaved } from './together.ts';

/** Checks of the order of calls, of repetition, and of what an environment leaves behind. */
export const lifecycleChecks: readonly Check<EnvTarget>[] = [
  build,
  settles,
  argsNotWritten,
  hold,
  resetResult,
  stepResult,
  inputsUnchanged,
  globals,
  quiet,
  deterministic,
  siblings,
  resetFresh,
  attemptReplay,
  snapshot,
  stepBeforeReset,
  stepAfterDone,
  closeIdempotent,
  closeAfterThrow,
  closePending,
  abort,
  interleaved,
  concurrentMany,
  ends,
  lifecycle,
  handles,
  memory,
];
