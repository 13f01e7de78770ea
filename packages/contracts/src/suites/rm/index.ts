import { createSuite } from '../../suite.ts';
import { loadRewardTarget } from './target.ts';

/** The checks of reward functions, in order. */
export const rmSuite = createSuite({ checks: [], load: loadRewardTarget });
