import {
  type BridgeRequest,
  EncoderError,
  type Message,
  type TemplateOptions,
  type TemplateReport,
} from 'slime-sdk';
import type { ByteLevelTokenizer } from './bpe/byte-level-tokenizer.ts';
import type { Checkpoint } from './checkpoint.ts';
import { ConversationRenderer } from './conversation-renderer.ts';
import type { ChatTemplate } from './jinja/chat-template.ts';
import { tailText } from './tail.ts';
import type { TextMap } from './template-messages.ts';
import { probeRewrites, probeShape, probeTail, type TailPlan } from './template-probe.ts';
import {
  type Guard,
  type GuardedText,
  removeMarks,
  specialTokenGuard,
  unusedMark,
} from './text-guard.ts';

/** Plans for other template variables than those of the load are few; more start anew. */
const PLANS_KEPT = 64;

/**
 * A chat template with what a probe at load found out about it: prompts and bridges as text, with
 * the places in that text where content may not be read as a special token.
 */
export class ConversationTemplate {
  readonly report: TemplateReport;
  readonly #renderer: ConversationRenderer;
  readonly #promptGuard: Guard;
  readonly #bridgeGuard: Guard;
  readonly #plans = new Map<string, TailPlan | undefined>();

  constructor(
    checkpoint: Checkpoint,
    template: ChatTemplate,
    kwargs: TemplateOptions['kwargs'] & object,
  ) {
    const bare = new ConversationRenderer({
      template,
      shape: { strings: true, parts: false, images: null },
      specials: checkpoint.specials,
      kwargs,
    });
    const shape = probeShape(bare, checkpoint.imagePlaceholder);
    this.#renderer = bare.with({ shape });
    this.report = probeRewrites(this.#renderer);
    const { addedTokens } = checkpoint.tokenizer;
    const turnTokens = turnIds(checkpoint.tokenizer, this.#renderer);
    const guarded = addedTokens.filter(({ id, special }) => special || turnTokens.has(id));
    this.#promptGuard = specialTokenGuard(guarded.map(({ content }) => content));
    this.#bridgeGuard = specialTokenGuard(
      addedTokens.map(({ content }) => content).filter((content) => content.trim() !== ''),
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
   */
  prompt(messages: readonly Message[], options: TemplateOptions): GuardedText {
    return this.#guarded(
      () => this.#promptGuard,
      (map) => this.#renderer.render(messages, { ...options, map, addGenerationPrompt: true }),
    );
  }

  /** What follows the assistant's words, up to the next generation prompt. */
  bridge({ messages, history, tools, kwargs }: BridgeRequest): GuardedText {
    const options = { ...(tools && { tools }), ...(kwargs && { kwargs }) };
    const { dependence, base } = this.#plan(messages, options);
    const before = dependence === 'history' ? withoutLastTurn(history) : base;
    const shown = dependence === 'nothing' ? { ...(kwargs && { kwargs }) } : options;
    return this.#guarded(
      ({ role }) => (role === 'assistant' ? this.#promptGuard : this.#bridgeGuard),
      (map) => tailText(this.#renderer, before, messages, { ...shown, map }),
    );
  }

  #plan(messages: readonly Message[], { kwargs }: TemplateOptions): TailPlan {
    const role = messages.some((message) => message.role === 'tool') ? 'tool' : 'user';
    const key = `${role} ${kwargs === undefined ? '' : JSON.stringify(kwargs)}`;
    if (!this.#plans.has(key)) {
      if (this.#plans.size >= PLANS_KEPT) this.#plans.clear();
      const renderer = kwargs === undefined ? this.#renderer : this.#renderer.with({ kwargs });
      this.#plans.set(key, probeTail(renderer, role));
    }
    const plan = this.#plans.get(key);
    if (plan === undefined) {
      throw new EncoderError(
        `chat template ${this.report.name} does not print a message of role ${role} after an ` +
          'assistant turn: send the observation in another role, or use a template that does',
        { data: { template: this.report.name, role } },
      );
    }
    return plan;
  }

  /** Renders; only when content could be read as a special token, a second time with marks. */
  #guarded(guardOf: (message: Message) => Guard, render: (map: TextMap) => string): GuardedText {
    let matched = false;
    const rendered = render((text, message) => {
      matched ||= guardOf(message).matches(text);
      return text;
    });
    if (!matched) return { text: rendered, cuts: [] };
    const mark = unusedMark(rendered);
    const marked = render((text, message) => guardOf(message).mark(text, mark));
    return removeMarks(marked, mark, this.report.name);
  }
}

/** Added tokens that the template writes around turns, whether they are called special or not. */
function turnIds(tokenizer: ByteLevelTokenizer, renderer: ConversationRenderer): Set<number> {
  const turns: Message[] = [
    { role: 'user', content: 'ProbeQuestion' },
    { role: 'assistant', content: 'ProbeAnswer' },
    { role: 'user', content: 'ProbeNext' },
  ];
  try {
    const text = renderer.render(turns, { addGenerationPrompt: false });
    return new Set(tokenizer.encode(text, { specials: true }));
  } catch (error) {
    if (error instanceof EncoderError) return new Set();
    throw error;
  }
}

/** The conversation before the turn that the anchor stands for. */
function withoutLastTurn(history: readonly Message[]): readonly Message[] {
  return history.at(-1)?.role === 'assistant' ? history.slice(0, -1) : history;
}
