export {
  builtinEncoder,
  type BuiltinEncoderOptions,
  type EncoderOptions,
  loadEncoder,
} from './load-encoder.ts';
