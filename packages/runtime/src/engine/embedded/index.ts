export {
  CONTEXT_LENGTH,
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
  startEmbeddedEngine,
} from './embedded-engine.ts';
export { GENERATE_KEYS } from './body-schema.ts';
export { SAMPLING_KEYS } from './sampling.ts';
export type { EngineStats, Latency } from './engine-state.ts';
export type { AdmittedRequest, ArrivedRequest, EngineTap, SampledReply } from './engine-tap.ts';
export { FAULT_KINDS, type FaultKind, type FaultPlan, parseFaultPlan } from './fault-plan.ts';
export type { ExpertShape } from './replay-arrays.ts';
export { randomPolicy } from './policies/random-policy.ts';
export { openRecordedPolicy } from './policies/recorded-policy.ts';
export { scriptedPolicy } from './policies/scripted-policy.ts';
