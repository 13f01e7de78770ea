import type { JsonObject } from '../json.ts';
import type { ChatMessage } from './chat-message.ts';

/** What one call asks for besides its messages; what is not given is left to the server. */
export interface ChatRequest {
  temperature?: number;
  /** Most tokens of the reply. */
  maxTokens?: number;
  seed?: number;
  stop?: string | readonly string[];
  /** JSON schema that the reply must follow, where the server can hold a model to one. */
  jsonSchema?: JsonObject;
  /** Told of each try before it is sent, so that those of a call that fails or is aborted count, too. */
  onTry?: () => void;
  signal: AbortSignal;
}

/**
 * Body of `POST /chat/completions`.
 *
 * Half surrogates become U+FFFD: no UTF-8 can carry them, and servers answer them with an error.
 */
export function writeChatRequest(
  model: string,
  messages: readonly ChatMessage[],
  { temperature, maxTokens, seed, stop, jsonSchema }: Omit<ChatRequest, 'signal' | 'onTry'>,
): string {
  const body = {
    model,
    messages,
    stream: false,
    temperature,
    max_tokens: maxTokens,
    seed,
    stop,
    response_format:
      jsonSchema === undefined
        ? undefined
        : {
            type: 'json_schema',
            json_schema: { name: 'reply', schema: jsonSchema, strict: true },
          },
  };
  return JSON.stringify(body, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value,
  );
}
