import type { PluginKind } from '../plugin-kinds.ts';
import type { Suite } from '../suite.ts';

/** The suite of each kind of plugin; loaded when it is needed, so that a reward needs no engine. */
export const SUITES: Readonly<Record<PluginKind, () => Promise<Suite>>> = {
  env: async () => (await import('./env/index.ts')).envSuite,
  rm: async () => (await import('./rm/index.ts')).rmSuite,
  generate: async () => (await import('./generate/index.ts')).generateSuite,
  rollout: async () => (await import('./rollout/index.ts')).rolloutSuite,
  eval: async () => (await import('./rollout/index.ts')).evalSuite,
  dataSource: async () => (await import('./data-source/index.ts')).dataSourceSuite,
  sampleHook: async () => (await import('./hooks/index.ts')).sampleHookSuite,
  dynamicFilter: async () => (await import('./hooks/index.ts')).dynamicFilterSuite,
  bufferFilter: async () => (await import('./hooks/index.ts')).bufferFilterSuite,
  sampleFilter: async () => (await import('./hooks/index.ts')).sampleFilterSuite,
  allSamples: async () => (await import('./hooks/index.ts')).allSamplesSuite,
  rewardPostProcess: async () => (await import('./hooks/index.ts')).rewardPostProcessSuite,
  convert: async () => (await import('./hooks/index.ts')).convertSuite,
  rolloutLog: async () => (await import('./hooks/index.ts')).rolloutLogSuite,
  evalLog: async () => (await import('./hooks/index.ts')).evalLogSuite,
};
