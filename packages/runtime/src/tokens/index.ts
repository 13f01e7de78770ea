export { builtinEncoder, type EncoderOptions, loadEncoder } from './load-encoder.ts';
