import { createSuite } from '../../suite.ts';
import { contentChecks } from './content/index.ts';
import { lifecycleChecks } from './lifecycle-checks.ts';
import { loadEnvTarget } from './target.ts';

/** The checks of environments, in order. */
export const envSuite = createSuite({
  checks: [...lifecycleChecks, ...contentChecks],
  load: loadEnvTarget,
});
