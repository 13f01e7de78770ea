import { EngineError, type GenerateRequest, type Message, type Part } from 'slime-sdk';
import { assertSamplingValues } from '../client/sampling-values.ts';

/**
 * Body of `POST /chat/completions` for a request that carries its conversation. Only parameters of
 * OpenAI's own interface are sent; `image_data` stands in for the pictures of the messages, in order.
 *
 * @throws EngineError when the request has ids only, and for sampling parameters out of range.
 */
export function chatBody(request: GenerateRequest, model: string): Buffer {
  const { messages, tools, sampling_params: params } = request;
  if (messages === undefined) {
    throw new EngineError('a chat endpoint takes no ids: the request needs its messages', {
      data: { cause: 'bad_request', retryable: false, discarded: [] },
    });
  }
  assertSamplingValues(params);
  return Buffer.from(
    // Keys whose value is undefined are left out.
    JSON.stringify({
      model,
      messages: wireMessages(messages, request.image_data ?? []),
      tools: tools === undefined || tools.length === 0 ? undefined : tools,
      max_tokens: params.max_new_tokens,
      temperature: params.temperature,
      top_p: params.top_p,
      frequency_penalty: params.frequency_penalty,
      presence_penalty: params.presence_penalty,
      stop: params.stop ?? undefined,
      seed: params.sampling_seed,
    }),
  );
}

/**
 * Messages as the endpoint takes them: arguments as JSON text, and an id on every call, which the
 * answers after it name in order when they name none.
 */
function wireMessages(messages: readonly Message[], images: readonly string[]): unknown[] {
  const rest = [...images];
  let open: string[] = [];
  return messages.map((message, index) => {
    const content = wireContent(message.content, rest);
    const named = message.name === undefined ? {} : { name: message.name };
    if (message.role === 'tool') {
      const next = open.shift();
      return { role: 'tool', content, tool_call_id: message.tool_call_id ?? next ?? '' };
    }
    if (message.tool_calls === undefined || message.tool_calls.length === 0) {
      return { role: message.role, content, ...named };
    }
    const calls = message.tool_calls.map((call, at) => ({
      id: call.id ?? `call_${index}_${at}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    }));
    open = calls.map(({ id }) => id);
    return { role: message.role, content, ...named, tool_calls: calls };
  });
}

function wireContent(content: string | readonly Part[], images: string[]): unknown {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const url = images.shift();
    if (url === undefined) throw new EngineError('the messages have more pictures than image_data');
    return { type: 'image_url', image_url: { url } };
  });
}
