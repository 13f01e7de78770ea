export { createRolloutArgs, type RolloutArgs, rolloutArgsSchema } from './args.ts';
export { describeJsonFault, findJsonFault, type JsonFault } from './check-json.ts';
export {
  assertSample,
  checkSample,
  type CheckSampleOptions,
  type SampleIssue,
  type SampleIssueCode,
} from './check-sample.ts';
export type {
  BridgeRequest,
  Encoded,
  EncodedImage,
  Encoder,
  TemplateOptions,
  TemplateReport,
  TemplateRewording,
} from './encoder.ts';
export type {
  DiscardedTry,
  EngineCapabilities,
  Finish,
  GenerateEngine,
  GenerateRequest,
  GenerateResult,
  RoutedExperts,
  TokenIds,
  TopPRows,
} from './engine.ts';
export {
  BaseInteractionEnv,
  type BuildContext,
  type BuildEnv,
  defineEnv,
  type EnvDeclaration,
  type EnvDefinition,
  type EnvOptions,
  formatTextObservation,
  type InteractionEnv,
  isEnvDefinition,
  type ObservationOverflow,
  type ResetContext,
  type ResetResult,
  type StepContext,
  type StepResult,
  type TextObservation,
} from './env.ts';
export {
  ConfigError,
  DataError,
  EncoderError,
  EngineError,
  EnvError,
  GraderError,
  isSlimeError,
  LlmError,
  type LlmErrorKind,
  PluginError,
  RetryableEnvError,
  SampleError,
  SlimeError,
  type SlimeErrorOptions,
} from './errors.ts';
export {
  cloneJson,
  type ExactForm,
  exactForm,
  exactForms,
  keepExactForm,
  mapJson,
  parseExactJson,
  type PlacedForm,
  restoreExactForms,
} from './exact-json.ts';
export { fanOut, type FanOutReward } from './fan-out.ts';
export {
  type CustomGenerate,
  defineGenerate,
  type GenerateContext,
  type GenerateDefinition,
  type GenerateOptions,
  isGenerateDefinition,
} from './generate.ts';
export type {
  BufferFilter,
  ConvertSamplesToTrainData,
  CreateDataSource,
  DataSource,
  DynamicFilterOutput,
  DynamicSamplingFilter,
  EvalFunction,
  EvalRolloutLogFunction,
  Group,
  RewardPostProcess,
  RolloutAllSamplesProcess,
  RolloutEvalOutput,
  RolloutFunction,
  RolloutLogFunction,
  RolloutSampleFilter,
  RolloutSampleHook,
  RolloutTrainOutput,
  TrainData,
} from './hooks.ts';
export type { JsonObject, JsonValue } from './json.ts';
export { formatPath } from './json-path.ts';
export type { Logger } from './logger.ts';
export type { MaybePromise } from './maybe-promise.ts';
export type { ImageSource, Message, ParsedCall, Part, ToolCall, ToolSpec } from './messages.ts';
export { orAborted } from './or-aborted.ts';
export type {
  Ending,
  FailureCause,
  FailurePolicy,
  FailureReport,
  Outcome,
  ScoredEnding,
} from './outcome.ts';
export {
  definePolicy,
  isPolicyDefinition,
  type Policy,
  type PolicyDefinition,
  type PolicyOptions,
  type PolicyReply,
  type PolicyRequest,
} from './policy.ts';
export {
  type BatchedCustomRM,
  type CustomRM,
  defineReward,
  isRewardDefinition,
  type NamedRewardLaw,
  type PolicyTurn,
  type RewardDeclaration,
  type RewardDefinition,
  type RewardInput,
  type RewardLaw,
  type RewardOptions,
  type RewardValue,
  type RewardView,
} from './reward.ts';
export {
  createSample,
  effectiveResponseLength,
  parseSample,
  type PrefixCacheInfo,
  type Reward,
  type Sample,
  sampleSchema,
  type SampleStatus,
  serializeSample,
  type SpecInfo,
} from './sample.ts';
export type { SamplingParams } from './sampling-params.ts';
export type { ObservationCut, Observed, Tape, Turn } from './tape.ts';
export {
  defineTool,
  type Tool,
  type ToolContext,
  type ToolOptions,
  type ToolResult,
} from './tool.ts';
export { type CallFault, ToolEnv } from './tool-env.ts';
