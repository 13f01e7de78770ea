import { createSuite } from '../../suite.ts';
import { loadEnvTarget } from './target.ts';

/** The checks of environments, in order. */
export const envSuite = createSuite({ checks: [], load: loadEnvTarget });
