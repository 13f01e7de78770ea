import { describeValue } from 'slime-runtime/hosting';
import type { Trial } from '../../trial.ts';

/** Metrics may be missing; else they are finite numbers by name. */
export function assertMetrics(given: unknown, trial: Trial): void {
  if (given === undefined || given === null) return;
  if (typeof given !== 'object' || Array.isArray(given)) {
    trial.fail({ expected: 'a record of numbers', got: describeValue(given) });
  }
  for (const [name, value] of Object.entries(given)) {
    if (Number.isFinite(value)) continue;
    trial.fail({ expected: `metrics.${name} is a finite number`, got: describeValue(value) });
  }
}
