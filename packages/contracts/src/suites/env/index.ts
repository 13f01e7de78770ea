import type { Check } from '../../check.ts';
import { createSuite } from '../../suite.ts';
import { contentChecks } from './content/index.ts';
import { loadEnvTarget, type EnvTarget } from './target.ts';

const lifecycleChecks: readonly Check<EnvTarget>[] = [];

/** The checks of environments, in order. */
export const envSuite = createSuite({
  checks: [...lifecycleChecks, ...contentChecks],
  load: loadEnvTarget,
});
