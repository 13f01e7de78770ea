import { describeSpecimens } from '../specimen-suite.ts';

describeSpecimens('rollout');
describeSpecimens('eval');
