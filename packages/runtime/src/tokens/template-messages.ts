import {
  EncoderError,
  findJsonFault,
  type JsonValue,
  keepExactForm,
  mapJson,
  type Message,
  type Part,
  type ToolCall,
} from 'slime-sdk';
import { joinExact } from './join-exact.ts';

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
 * Messages as the template takes them, as transformers prepares them: content in the shape that it
 * knows, tool calls in OpenAI's form with arguments as a mapping, reasoning also under the name
 * that gpt-oss reads, other keys as they are. Pictures are only marked where the template writes
 * placeholders.
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
    const fields = new Map<string, unknown>();
    for (const key of Object.keys(message)) {
      const value: unknown = Reflect.get(message, key);
      if (value === undefined || value === null) continue;
      if (key === 'role') fields.set(key, value);
      else if (key === 'content') {
        fields.set(key, content(message.content, shape, template, text));
      } else if (key === 'tool_calls') {
        fields.set(
          key,
          message.tool_calls?.map((call) => toolCall(call, text)),
        );
      } else fields.set(key, typeof value === 'string' ? text(value) : mapped(value, text));
    }
    return withReasoning(keepExactForm(message, Object.fromEntries(fields)));
  });
}

/** Names of a message's reasoning, the one that counts first. */
const REASONING = ['reasoning_content', 'thinking', 'reasoning'];

function withReasoning(message: TemplateMessage): TemplateMessage {
  const name = REASONING.find((key) => message[key] !== undefined);
  if (name === undefined) return message;
  const reasoning = message[name];
  return joinExact({ thinking: reasoning }, message, { reasoning_content: reasoning });
}

type Rewrite = (text: string) => string;

/** A value under a key that only a template knows. */
function mapped(value: unknown, rewrite: Rewrite): unknown {
  return isJson(value) ? mapJson(value, rewrite) : value;
}

function isJson(value: unknown): value is JsonValue {
  return findJsonFault(value) === undefined;
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
    ...(id === undefined ? {} : { id: rewrite(id) }),
    type: 'function',
    function: { name: rewrite(name), arguments: mapJson(args, rewrite) },
  };
}
