import type { CheckResult } from './check-result.ts';
import { parseReplay } from './replay.ts';
import type { SuiteEvent } from './suite-messages.ts';
import type { SuiteRequest } from './suite-request.ts';

/** Looking whether failures repeat ends after so many milliseconds. */
const BUDGET_MS = 10_000;

/** Runs a request in a process of its own. */
export type RunAlone = (
  request: SuiteRequest,
  onEvent: (event: SuiteEvent) => void,
  signal: AbortSignal,
) => Promise<void>;

/**
 * Replays failures, each in a fresh process: one that needs the calls before it, or chance, does
 * not repeat alone, and a command that holds would look as if nothing were wrong.
 */
export async function confirmFailures(
  request: SuiteRequest,
  failed: readonly CheckResult[],
  runAlone: RunAlone,
  onEvent: (event: SuiteEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(BUDGET_MS)]);
  for (const { id, failure } of failed) {
    if (until.aborted) return;
    if (failure?.replay == null) continue;
    let isHeld = false;
    const alone: SuiteRequest = {
      ...request,
      only: [id],
      done: {},
      replay: parseReplay(failure.replay),
    };
    const take = (event: SuiteEvent): void => {
      if (event.type === 'result') isHeld = event.result.outcome === 'held';
    };
    await runAlone(alone, take, until);
    if (isHeld) onEvent({ type: 'unrepeated', id });
  }
}
