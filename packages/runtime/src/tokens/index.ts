export {
  builtinEncoder,
  type BuiltinEncoderOptions,
  type EncoderOptions,
  loadEncoder,
} from './load-encoder.ts';
export { loadTokenizer } from './load-tokenizer.ts';
export type { AddedToken } from './bpe/added-tokens.ts';
export type { DecodeStream } from './decode-stream.ts';
export type { EncodeOptions, TextOffsets, Tokenizer } from './tokenizer.ts';
