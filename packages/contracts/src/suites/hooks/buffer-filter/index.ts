import type { BufferFilter } from 'slime-sdk';
import { createSuite } from '../../../suite.ts';
import { hookLoader } from '../target.ts';
import { count, deterministic, removes, result, unchanged } from './checks.ts';

/** The checks of buffer filters, in order. */
export const bufferFilterSuite = createSuite({
  checks: [result, count, removes, unchanged, deterministic],
  load: hookLoader<BufferFilter>('bufferFilter'),
});
