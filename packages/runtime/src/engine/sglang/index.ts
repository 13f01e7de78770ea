export {
  createSglangEngine,
  type SglangEngine,
  type SglangEngineOptions,
} from './sglang-engine.ts';
