import type { Check } from '../../../check.ts';
import type { EnvTarget } from '../target.ts';

/** Checks of what environments say, in order. */
export const contentChecks: readonly Check<EnvTarget>[] = [];
