export { LlmError, type LlmErrorKind } from '../errors.ts';
export type { ChatMessage, ChatToolCall } from './chat-message.ts';
export type { ChatRequest } from './chat-request.ts';
export { LlmClient, type LlmReply } from './llm-client.ts';
export type { LlmOptions } from './llm-options.ts';
export type { LlmUsage } from './spending.ts';
