import type { JsonObject, Message, TemplateOptions } from 'slime-sdk';
import type { ChatTemplate } from './jinja/chat-template.ts';
import { joinExact } from './join-exact.ts';
import {
  type ContentShape,
  type TemplateMessage,
  templateMessages,
  type TextMap,
} from './template-messages.ts';
import { writeExactJson } from './write-exact-json.ts';

/** How a template takes an assistant that called tools. */
export interface CallForm {
  /** Without words its content is null, not an empty string. */
  readonly isWordless: boolean;
  /** Arguments are JSON text, not a mapping. */
  readonly isText: boolean;
}

/** What a renderer is made of. */
export interface RendererParts {
  readonly template: ChatTemplate;
  readonly shape: ContentShape;
  /** Default: an empty string and a mapping. */
  readonly calls?: CallForm;
  /** `bos_token` and its like, as text. */
  readonly specials: Readonly<Record<string, string>>;
  /** Template variables of every rendering. */
  readonly kwargs: Readonly<Record<string, unknown>>;
}

/** What one rendering is given. */
export interface RenderOptions extends TemplateOptions {
  readonly addGenerationPrompt: boolean;
  readonly map?: TextMap;
}

/** Renders conversations through a chat template, as transformers' `apply_chat_template` does. */
export class ConversationRenderer {
  readonly #parts: RendererParts;

  constructor(parts: RendererParts) {
    this.#parts = parts;
  }

  /** The template's name, for messages. */
  get name(): string {
    return this.#parts.template.name;
  }

  with(parts: Partial<RendererParts>): ConversationRenderer {
    return new ConversationRenderer({ ...this.#parts, ...parts });
  }

  /** A renderer with more template variables, or other values of them. */
  withKwargs(kwargs: JsonObject): ConversationRenderer {
    return this.with({ kwargs: joinExact(this.#parts.kwargs, kwargs) });
  }

  /** @throws EncoderError with the template's line */
  render(messages: readonly Message[], options: RenderOptions): string {
    const { template, shape, calls, specials, kwargs } = this.#parts;
    const given = templateMessages(messages, shape, template.name, options.map);
    return template.render(
      joinExact({ documents: null }, specials, kwargs, options.kwargs ?? {}, {
        messages: calls === undefined ? given : given.map((message) => inForm(message, calls)),
        tools: options.tools ?? null,
        add_generation_prompt: options.addGenerationPrompt,
      }),
    );
  }
}

function inForm(message: TemplateMessage, { isWordless, isText }: CallForm): TemplateMessage {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls) || calls.length === 0) return message;
  return joinExact(message, {
    ...(isWordless && message['content'] === '' ? { content: null } : {}),
    ...(isText ? { tool_calls: calls.map(withText) } : {}),
  });
}

function withText(call: unknown): unknown {
  if (typeof call !== 'object' || call === null || !('function' in call)) return call;
  const called = call.function;
  if (typeof called !== 'object' || called === null || !('arguments' in called)) return call;
  return { ...call, function: { ...called, arguments: writeExactJson(called.arguments) } };
}
