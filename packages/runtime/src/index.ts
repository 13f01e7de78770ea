export {
  type AdmittedRequest,
  type ArrivedRequest,
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
  type EngineStats,
  type EngineTap,
  type ExpertShape,
  FAULT_KINDS,
  type FaultKind,
  type FaultPlan,
  GENERATE_KEYS,
  type Latency,
  randomPolicy,
  type SampledReply,
  SAMPLING_KEYS,
  scriptedPolicy,
  startEmbeddedEngine,
} from './engine/embedded/index.ts';
export {
  createOpenAiEngine,
  type OpenAiEngine,
  type OpenAiEngineOptions,
} from './engine/openai/index.ts';
export {
  createSglangEngine,
  type SglangEngine,
  type SglangEngineOptions,
} from './engine/sglang/index.ts';
export {
  createPluginHost,
  type EnvSession,
  type HostedEnv,
  type HostedReward,
  type HostedStep,
  type PluginHost,
  type PluginHostOptions,
} from './plugins/index.ts';
export { ClosingEngine } from './rollout/closing-engine.ts';
export { LoggedEngine } from './rollout/logged-engine.ts';
export type { EpisodeContext, EpisodeResult } from './rollout/episode.ts';
export type { EpisodeRecord, GroupRecord, TurnRecord } from './rollout/records.ts';
export { buildRewardView } from './rollout/reward-view.ts';
export { createNonce, routingKeyOf } from './rollout/routing-key.ts';
export { type RolloutRun, runRollout } from './rollout/run-rollout.ts';
export { type JobResult, type RolloutJob, runJob } from './rollout/run-job.ts';
export { samplingParamsOf } from './rollout/sampling.ts';
export type { Scoring } from './rollout/score.ts';
export { EpisodeTape, type EpisodeTapeOptions } from './rollout/tape/episode-tape.ts';
export { SamplePictures } from './rollout/tape/sample-pictures.ts';
export { TurnLog } from './rollout/turn-log.ts';
export {
  type AddedToken,
  builtinEncoder,
  type BuiltinEncoderOptions,
  type DecodeStream,
  type EncodeOptions,
  type EncoderOptions,
  loadEncoder,
  loadTokenizer,
  type TextOffsets,
  type Tokenizer,
} from './tokens/index.ts';
export type { Tensor, TrainInputKey, TrainInputSource } from './vision/train-inputs.ts';
export type { PictureBackend } from './vision/vision-config.ts';
