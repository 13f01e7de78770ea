import type { LoadedModule } from 'slime-runtime/hosting';
import { createSuite } from '../../suite.ts';

/** The checks of this kind, in order. */
export const sampleHookSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const dynamicFilterSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const bufferFilterSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const sampleFilterSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const allSamplesSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const rewardPostProcessSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const convertSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const rolloutLogSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
/** The checks of this kind, in order. */
export const evalLogSuite = createSuite({ checks: [], load: (module: LoadedModule) => module });
