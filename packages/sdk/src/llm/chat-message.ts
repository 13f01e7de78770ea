/** A tool call in OpenAI's wire form: `arguments` is JSON text. */
export interface ChatToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** A message as OpenAI's `POST /chat/completions` takes it. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  tool_calls?: readonly ChatToolCall[];
  tool_call_id?: string;
}
