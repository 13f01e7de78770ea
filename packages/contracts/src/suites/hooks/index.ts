export { allSamplesSuite } from './all-samples/index.ts';
export { bufferFilterSuite } from './buffer-filter/index.ts';
export { convertSuite } from './convert/index.ts';
export { dynamicFilterSuite } from './dynamic-filter/index.ts';
export { evalLogSuite, rolloutLogSuite } from './logs/index.ts';
export { rewardPostProcessSuite } from './reward-post-process/index.ts';
export { sampleFilterSuite } from './sample-filter/index.ts';
export { sampleHookSuite } from './sample-hook/index.ts';
