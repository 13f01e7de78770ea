import fc from 'fast-check';
import { listOf } from './list-of.ts';
import type { SampleCase } from './sample-case.ts';
import {
  assemble,
  type LeftOut,
  leftOut,
  type OwnParts,
  ownParts,
  type SampleOptions,
  sharedParts,
} from './sample-of.ts';

/** The world that groups come from. */
export interface GroupOptions extends Omit<SampleOptions, 'withFailed'> {
  /** Samples of a group. Default 1 to 8. */
  size?: { min: number; max: number };
  /** Aborted and failed members too. Default false. */
  failed?: boolean;
  /** Some rollouts are several entries that share a `rollout_id`. Default false. */
  fanOut?: boolean;
}

/**
 * Groups of siblings, flat: the same prompt, label, metadata and `group_index`, each its own
 * `index`, log-probabilities in all or none. Shrinks to few and empty responses.
 */
export function groupOf(options: GroupOptions): fc.Arbitrary<SampleCase[]> {
  return groupWith(options, leftOut());
}

/** The same, where the caller says which optional fields are left out. */
export function groupWith(
  options: GroupOptions,
  left: fc.Arbitrary<LeftOut>,
): fc.Arbitrary<SampleCase[]> {
  const { size = { min: 1, max: 8 }, failed = false, fanOut = false } = options;
  const joining = fanOut ? fc.nat(3) : fc.constant(0);
  const members = listOf(fc.tuple(ownParts(options), joining), size);
  return fc.tuple(sharedParts(options), left, members).map(([shared, without, drawn]) => {
    const first = shared.groupIndex * size.max;
    let rolloutId = first;
    return drawn.map(([own, joins]: [OwnParts, number], at) => {
      // An entry may be of the rollout of the one before it.
      if (joins < 2) rolloutId = first + at;
      return assemble(shared, own, without, { index: first + at, rolloutId, withFailed: failed });
    });
  });
}
