import type { LoadedModule } from 'slime-runtime/hosting';
import { createSuite } from '../../suite.ts';

/** The checks of this kind, in order. */
export const generateSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
