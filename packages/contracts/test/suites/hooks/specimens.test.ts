import { describeSpecimens } from '../specimen-suite.ts';

describeSpecimens('sampleHook');
describeSpecimens('dynamicFilter');
describeSpecimens('bufferFilter');
describeSpecimens('sampleFilter');
describeSpecimens('allSamples');
describeSpecimens('rewardPostProcess');
describeSpecimens('convert');
describeSpecimens('rolloutLog');
describeSpecimens('evalLog');
