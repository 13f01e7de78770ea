import type { JsonObject, Message, TemplateOptions } from 'slime-sdk';
import type { ChatTemplate } from './jinja/chat-template.ts';
import { type ContentShape, templateMessages, type TextMap } from './template-messages.ts';

/** What a renderer is made of. */
export interface RendererParts {
  readonly template: ChatTemplate;
  readonly shape: ContentShape;
  /** `bos_token` and its like, as text. */
  readonly specials: Readonly<Record<string, string>>;
  /** Template variables of every rendering. */
  readonly kwargs: JsonObject;
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
    return this.with({ kwargs: { ...this.#parts.kwargs, ...kwargs } });
  }

  /** @throws EncoderError with the template's line */
  render(messages: readonly Message[], options: RenderOptions): string {
    const { template, shape, specials, kwargs } = this.#parts;
    return template.render({
      documents: null,
      ...specials,
      ...kwargs,
      ...options.kwargs,
      messages: templateMessages(messages, shape, template.name, options.map),
      tools: options.tools ?? null,
      add_generation_prompt: options.addGenerationPrompt,
    });
  }
}
