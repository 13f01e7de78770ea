import {
  type BridgeRequest,
  EncoderError,
  type JsonObject,
  type Message,
  type TemplateOptions,
  type TemplateReport,
} from 'slime-sdk';
import type { Checkpoint } from './checkpoint.ts';
import { ConversationRenderer } from './conversation-renderer.ts';
import type { ChatTemplate } from './jinja/chat-template.ts';
import { tailText } from './tail.ts';
import type { TextMap } from './template-messages.ts';
import {
  type MessageForm,
  probeRewrites,
  probeShape,
  probeTail,
  type TailPlan,
} from './template-probe.ts';
import {
  type Guard,
  type GuardedText,
  removeMarks,
  specialTokenGuard,
  unusedMark,
} from './text-guard.ts';

/** Forms of observations are few; more than these start anew. */
const PLANS_KEPT = 256;

/**
 * A chat template with what a probe at load found out about it: prompts and bridges as text, with
 * the places in that text where content may not be read as a special token.
 */
export class ConversationTemplate {
  readonly report: TemplateReport;
  readonly #renderer: ConversationRenderer;
  /** Against tokens that mark turns and pictures. */
  readonly #turnGuard: Guard;
  /** Against all added tokens. */
  readonly #fullGuard: Guard;
  readonly #plans = new Map<string, TailPlan | undefined>();

  /** @param kwargs template variables of every rendering */
  constructor(checkpoint: Checkpoint, template: ChatTemplate, kwargs: JsonObject) {
    const bare = new ConversationRenderer({
      template,
      shape: { strings: true, parts: false, images: null },
      specials: checkpoint.specials,
      kwargs,
    });
    this.#renderer = bare.with({ shape: probeShape(bare, checkpoint.imagePlaceholder) });
    const { addedTokens } = checkpoint.tokenizer;
    this.report = probeRewrites(this.#renderer, (tail) =>
      addedTokens.some(({ content }) => tail.startsWith(content)),
    );
    const turnText = renderedTurns(this.#renderer);
    const contents = addedTokens
      .map(({ content }) => content)
      // Runs of spaces and newlines are ordinary vocabulary, wherever a tokenizer lists them.
      .filter((content) => content.trim() !== '');
    const special = new Set(
      addedTokens.filter((token) => token.special).map(({ content }) => content),
    );
    this.#fullGuard = specialTokenGuard(contents);
    this.#turnGuard = specialTokenGuard(
      contents.filter((content) => special.has(content) || turnText.includes(content)),
    );
  }

  render(
    messages: readonly Message[],
    options: TemplateOptions & { addGenerationPrompt: boolean },
  ): string {
    return this.#renderer.render(messages, options);
  }

  /**
   * A prompt with its generation prompt. Content cannot write a token that marks turns or
   * pictures; other added tokens (`<think>` in a question) are read as transformers reads them.
   * Tools are declared by the environment and trusted as the template is.
   */
  prompt(messages: readonly Message[], options: TemplateOptions): GuardedText {
    return this.#guarded(
      () => this.#turnGuard,
      (map) => this.#renderer.render(messages, { ...options, map, addGenerationPrompt: true }),
    );
  }

  /**
   * What follows the assistant's words, up to the next generation prompt. No added token comes
   * out of an observation; a message of the assistant keeps its markup, as in a prompt.
   */
  bridge({ messages, history, tools, kwargs }: BridgeRequest): GuardedText {
    const options: TemplateOptions = kwargs === undefined ? {} : { kwargs };
    const { dependence, base } = this.#plan(messages, kwargs);
    const before = dependence === 'history' ? withoutLastTurn(history) : base;
    const shown = dependence === 'nothing' || tools === undefined ? options : { ...options, tools };
    return this.#guarded(
      ({ role }) => (role === 'assistant' ? this.#turnGuard : this.#fullGuard),
      (map) => tailText(this.#renderer, before, messages, { ...shown, map }),
    );
  }

  #plan(messages: readonly Message[], kwargs: JsonObject | undefined): TailPlan {
    const forms = messageForms(messages);
    const names = forms.map(({ role, hasImage }) => (hasImage ? `${role} with a picture` : role));
    const key = `${names.join(',')} ${kwargs === undefined ? '' : JSON.stringify(kwargs)}`;
    if (!this.#plans.has(key)) {
      if (this.#plans.size >= PLANS_KEPT) this.#plans.clear();
      const renderer = kwargs === undefined ? this.#renderer : this.#renderer.withKwargs(kwargs);
      this.#plans.set(key, probeTail(renderer, forms));
    }
    const plan = this.#plans.get(key);
    if (plan !== undefined) return plan;
    throw new EncoderError(
      `chat template ${this.report.name} cannot append an observation of role ` +
        `${names.join(', ')}: it does not print it, or not the assistant turn before it. Send it ` +
        'in another role, or use a template that prints both',
      { data: { template: this.report.name, forms: names } },
    );
  }

  /** Renders; only when content could be read as a special token, a second time with marks. */
  #guarded(guardOf: (message: Message) => Guard, render: (map: TextMap) => string): GuardedText {
    let isMatched = false;
    const rendered = render((text, message) => {
      isMatched ||= guardOf(message).matches(text);
      return text;
    });
    if (!isMatched) return { text: rendered, cuts: [] };
    const mark = unusedMark(rendered);
    const marked = render((text, message) => guardOf(message).mark(text, mark));
    return removeMarks(marked, mark, this.report.name);
  }
}

/** What a plan depends on; three messages of a kind in a row are as good as two. */
function messageForms(messages: readonly Message[]): MessageForm[] {
  const forms: MessageForm[] = [];
  for (const { role, content } of messages) {
    const hasImage = typeof content !== 'string' && content.some(({ type }) => type === 'image');
    const isRepeated = [forms.at(-1), forms.at(-2)].every(
      (form) => form?.role === role && form.hasImage === hasImage,
    );
    if (!isRepeated) forms.push({ role, hasImage });
  }
  return forms;
}

/** A short conversation as the template writes it, with the tokens that it marks turns with. */
function renderedTurns(renderer: ConversationRenderer): string {
  const turns: Message[] = [
    { role: 'user', content: 'ProbeQuestion' },
    { role: 'assistant', content: 'ProbeAnswer' },
    { role: 'user', content: 'ProbeNext' },
  ];
  try {
    return renderer.render(turns, { addGenerationPrompt: false });
  } catch (error) {
    if (error instanceof EncoderError) return '';
    throw error;
  }
}

/** The conversation before the turn that the anchor stands for. */
function withoutLastTurn(history: readonly Message[]): readonly Message[] {
  return history.at(-1)?.role === 'assistant' ? history.slice(0, -1) : history;
}
