import { copyPlain } from 'slime-runtime/hosting';
import type { Sample } from 'slime-sdk';
import type { RewardTarget } from './target.ts';

/** A declared example for a row, in a list; empty where none is declared or it cannot be made. */
export function exampleTexts(
  { plugin }: RewardTarget,
  which: 'right' | 'wrong',
  sample: Sample,
): readonly string[] {
  try {
    const text: unknown = plugin.claims.examples?.[which](copyPlain(sample));
    return typeof text === 'string' ? [text] : [];
  } catch {
    // Whether examples can be made of the user's rows is what rm/calibration is about.
    return [];
  }
}
