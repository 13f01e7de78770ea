import { createSuite } from '../../../suite.ts';
import type { DynamicSamplingFilter } from 'slime-sdk';
import { hookLoader } from '../target.ts';
import { groupsOfOne, keepsSome } from './keeps-some.ts';
import { result, survives } from './result.ts';
import { deterministic, failedMembers, fanOut } from './same-verdict.ts';
import { unchanged } from './unchanged.ts';

/** The checks of dynamic filters, in order. */
export const dynamicFilterSuite = createSuite({
  checks: [
    result,
    survives,
    unchanged,
    deterministic,
    fanOut,
    failedMembers,
    keepsSome,
    groupsOfOne,
  ],
  load: hookLoader<DynamicSamplingFilter>('dynamicFilter'),
});
