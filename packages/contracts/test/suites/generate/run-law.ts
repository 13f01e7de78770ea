import { type Breach, Broken } from '../../../src/broken.ts';
import { CaseTrial } from '../../../src/runner/case-trial.ts';
import type { Trial } from '../../../src/trial.ts';

/** A trial that no plugin is called in. */
export function lawTrial(): Trial {
  return new CaseTrial({
    seconds: 1,
    runs: 1,
    seed: 1,
    onCall: () => {},
    readOutput: () => '',
  });
}

/** How a law is broken; null when it holds. */
export function breachOf(law: (trial: Trial) => void): Breach | null {
  try {
    law(lawTrial());
    return null;
  } catch (error) {
    if (error instanceof Broken) return error.breach;
    throw error;
  }
}
