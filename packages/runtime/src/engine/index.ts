export { createOpenAiEngine, type OpenAiEngine, type OpenAiEngineOptions } from './openai/index.ts';
export { createSglangEngine, type SglangEngine, type SglangEngineOptions } from './sglang/index.ts';
