import type { LoadedModule } from 'slime-runtime/hosting';
import { createSuite } from '../../suite.ts';

/** The checks of this kind, in order. */
export const rolloutSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const evalSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
