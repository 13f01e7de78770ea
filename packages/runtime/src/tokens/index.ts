export {
  builtinEncoder,
  type BuiltinEncoderOptions,
  type EncoderOptions,
  loadChatEncoder,
  loadEncoder,
} from './load-encoder.ts';
export type { ChatEncoder } from './chat-encoder.ts';
export type { LocalTime } from './jinja/local-time.ts';
export {
  OBSERVATION_KINDS,
  type ObservationClass,
  type ObservationKind,
  type Rewrite,
} from './classify-template.ts';
export type { ConversationTemplate } from './conversation-template.ts';
export { describeRewrite } from './template-report.ts';
export { loadTokenizer } from './load-tokenizer.ts';
export type { AddedToken } from './bpe/added-tokens.ts';
export type { DecodeStream } from './decode-stream.ts';
export type { EncodeOptions, TextOffsets, Tokenizer } from './tokenizer.ts';
