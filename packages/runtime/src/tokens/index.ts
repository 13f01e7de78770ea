export {
  builtinEncoder,
  type BuiltinEncoderOptions,
  type EncoderOptions,
  loadChatEncoder,
  loadEncoder,
} from './load-encoder.ts';
export type { ChatEncoder } from './chat-encoder.ts';
export {
  OBSERVATION_KINDS,
  type ObservationClass,
  type ObservationKind,
  type Rewrite,
} from './classify-template.ts';
export type { ConversationTemplate } from './conversation-template.ts';
export { describeRewrite } from './template-report.ts';
