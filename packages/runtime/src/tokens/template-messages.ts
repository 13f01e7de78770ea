import { EncoderError, type JsonValue, type Message, type Part, type ToolCall } from 'slime-sdk';

/** What a chat template takes as a message's content, found by a probe. */
export interface ContentShape {
  readonly strings: boolean;
  readonly parts: boolean;
  /**
   * Who writes a picture's placeholder: the template, or, where it takes only strings and the
   * vocabulary has one, this text in the string. Null when there is none.
   */
  readonly images: 'template' | { readonly text: string } | null;
}

/** Rewrites a text of a message on its way into the template. */
export type TextMap = (text: string, message: Message) => string;

/** A message as transformers hands it to a chat template. */
export type TemplateMessage = Readonly<Record<string, unknown>>;

/**
 * Messages as the template takes them: content in the shape it knows, tool calls in OpenAI's form
 * with arguments as a mapping. Pictures are only marked where the template writes placeholders.
 *
 * @throws EncoderError when a message has a picture and there is no placeholder for it
 */
export function templateMessages(
  messages: readonly Message[],
  shape: ContentShape,
  template: string,
  map: TextMap = (text) => text,
): TemplateMessage[] {
  return messages.map((message) => {
    const text = (value: string) => map(value, message);
    return {
      role: message.role,
      content: content(message.content, shape, template, text),
      ...optional('reasoning_content', message.reasoning_content, text),
      ...(message.tool_calls === undefined
        ? {}
        : { tool_calls: message.tool_calls.map((call) => toolCall(call, text)) }),
      ...optional('tool_call_id', message.tool_call_id, text),
      ...optional('name', message.name, text),
    };
  });
}

type Rewrite = (text: string) => string;

function optional(
  key: string,
  value: string | undefined,
  rewrite: Rewrite,
): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [key]: rewrite(value) };
}

function content(
  value: string | readonly Part[],
  shape: ContentShape,
  template: string,
  rewrite: Rewrite,
): unknown {
  if (typeof value === 'string') {
    return shape.strings ? rewrite(value) : [{ type: 'text', text: rewrite(value) }];
  }
  for (const part of value) {
    if (part.type === 'text') continue;
    if (part.type !== 'image') throw unknownPart(part);
    if (shape.images === null) {
      throw new EncoderError(
        `chat template ${template} takes no pictures; a message has one: ` +
          'use a checkpoint whose vocabulary has a token for them',
      );
    }
  }
  if (!shape.parts) {
    const placeholder = typeof shape.images === 'object' ? (shape.images?.text ?? '') : '';
    return value.map((part) => (part.type === 'text' ? rewrite(part.text) : placeholder)).join('');
  }
  return value.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: rewrite(part.text) }
      : { type: 'image', image: 'image' },
  );
}

function unknownPart(part: never): EncoderError {
  const { type }: { type?: unknown } = part;
  return new EncoderError(
    `a message has a part of type ${JSON.stringify(type)}; text and image are supported`,
  );
}

function toolCall({ id, name, arguments: args }: ToolCall, rewrite: Rewrite): TemplateMessage {
  return {
    ...optional('id', id, rewrite),
    type: 'function',
    function: { name: rewrite(name), arguments: rewriteJson(args, rewrite) },
  };
}

/** The value with all its texts rewritten, keys too. */
export function rewriteJson(value: JsonValue, rewrite: Rewrite): JsonValue {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return value.map((item) => rewriteJson(item, rewrite));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rewrite(key), rewriteJson(item, rewrite)]),
  );
}
