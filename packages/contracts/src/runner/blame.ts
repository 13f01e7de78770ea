import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { describeThrown, originOf } from 'slime-runtime/hosting';
import type { Breach } from '../broken.ts';
import { findStateChange, type ProcessState, readProcessState } from '../world/process-state.ts';

/**
 * The breach where a law itself failed because of what the plugin gave it: a getter or a proxy of
 * the plugin's threw while it was looked at. Null: it is the law's own fault.
 */
export function breachOfThrown(thrown: unknown): Breach | null {
  const origin = originOf(thrown);
  const isOfPlugin = origin !== null && !origin.startsWith(`${ownFolder()}/`);
  if (!isOfPlugin && !isOfProxy(thrown)) return null;
  const where = isOfPlugin ? ` (${origin})` : '';
  return {
    expected: 'what the plugin gives can be looked at',
    got: `looking at it ${describeThrown(thrown)}${where}`,
  };
}

/** The breach where the system opens no more files: nobody else in the process opens many. */
export function openFilesBreach(thrown: unknown): Breach | null {
  if (!isA(thrown, Error) || !('code' in thrown)) return null;
  if (thrown.code !== 'EMFILE' && thrown.code !== 'ENFILE') return null;
  return { expected: 'files that a call opens are closed', got: thrown.message };
}

/** No law throws what is no error, and none has a proxy of its own. */
function isOfProxy(thrown: unknown): boolean {
  return !isA(thrown, Error) || /\bproxy\b/.test(thrown.message);
}

/** `instanceof` that throws for no value: a proxy may have been revoked. */
export function isA<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** Which built-in objects the plugin has changed, in words; null: none. */
export function blameProcess(before: ProcessState): string | null {
  try {
    const after = readProcessState();
    const builtins = { ...after, builtins: before.builtins };
    return findStateChange(builtins, after, { globals: true, variables: true });
  } catch {
    return 'built-in functions were replaced';
  }
}

/**
 * The same for what makes nonsense of the results of checks: a replaced clock or die, a global and
 * what is added do not.
 */
export function blameForResults(before: ProcessState): string | null {
  const change = blameProcess(before);
  if (change === null || /^(Date|Math|globalThis)\.| was added$/.test(change)) return null;
  return change;
}

let folder: string | null = null;

function ownFolder(): string {
  folder ??= dirname(createRequire(import.meta.url).resolve('slime-contracts/package.json'));
  return folder;
}
