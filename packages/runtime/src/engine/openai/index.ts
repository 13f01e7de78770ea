export {
  createOpenAiEngine,
  type OpenAiEngine,
  type OpenAiEngineOptions,
} from './openai-engine.ts';
