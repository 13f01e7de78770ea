import fc from 'fast-check';
import { listOf } from './list-of.ts';
import type { SampleCase } from './sample-case.ts';
import {
  assemble,
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
 * `index`, optional fields present in all or none. Shrinks to few and empty responses.
 */
export function groupOf(options: GroupOptions): fc.Arbitrary<SampleCase[]> {
  const { size = { min: 1, max: 8 }, failed = false, fanOut = false } = options;
  const joining = fanOut ? fc.nat(3) : fc.constant(0);
  const members = listOf(fc.tuple(ownParts(options), joining), size);
  return fc.tuple(sharedParts(options), leftOut(), members).map(([shared, left, drawn]) => {
    // Which entries are of one rollout: a member may belong to the one before it.
    let rolloutId = shared.groupIndex * size.max;
    return drawn.map(([own, joins]: [OwnParts, number], at) => {
      const index = shared.groupIndex * size.max + at;
      if (joins < 2) rolloutId = index;
      return assemble(shared, own, left, { index, rolloutId, withFailed: failed });
    });
  });
}
