import {
  type BridgeRequest,
  EncoderError,
  type JsonObject,
  type Message,
  type TemplateOptions,
  type TemplateReport,
  type TemplateRewording,
  type ToolSpec,
} from 'slime-sdk';
import { blankFields } from './blank-fields.ts';
import { dropStandins, holdsStandin, leavesBlank, pairCalls } from './call-ids.ts';
import { callReaders } from './call-readers.ts';
import type { Checkpoint } from './checkpoint.ts';
import {
  classifyObservation,
  type Classifier,
  generationPromptOf,
  type ObservationClass,
  type ObservationKind,
  plainEndOf,
} from './classify-template.ts';
import { ConversationRenderer } from './conversation-renderer.ts';
import type { GenerationPrompt } from './generation-prompt.ts';
import type { ChatTemplate } from './jinja/chat-template.ts';
import { NO_ID, UNCALLED, unnamed } from './lacked-answers.ts';
import { findsNamesById } from './names-by-id.ts';
import { BASES, type MessageForm, PROBE_TOOL } from './probe-messages.ts';
import { probeCallForm, probeShape } from './probe-shape.ts';
import { promptRefusal } from './prompt-refusal.ts';
import { lacksStart } from './start-token.ts';
import { calledTailText, tailText } from './tail.ts';
import { attempt, probeTail, type TailPlan, type TailRefusal } from './tail-plan.ts';
import type { ContentShape, TextMap } from './template-messages.ts';
import { type Findings, reportOf, sentencesOf, type TemplateHistory } from './template-report.ts';
import {
  type Guard,
  type GuardedText,
  removeMarks,
  specialTokenGuard,
  unusedMark,
} from './text-guard.ts';
import { writeExactJson } from './write-exact-json.ts';

/** How a prompt is written beside its template options; as of the SDK's `encodePrompt`. */
export interface PromptForm {
  reword?: TemplateRewording;
  continuedFrom?: number;
}

/** Forms of observations are few; more than these start anew. */
const PLANS_KEPT = 256;

/**
 * A chat template with what a probe at load found out about it: prompts and bridges as text, with
 * the places in that text where content may not be read as a special token.
 */
export class ConversationTemplate {
  readonly report: TemplateReport;
  /** What the template takes as content. */
  readonly shape: ContentShape;
  /** The token that prompts do not begin with though the tokenizer begins texts with it. */
  readonly missingStart: string | undefined;
  /** Its prompts may hold the date. */
  readonly readsClock: boolean;
  readonly #renderer: ConversationRenderer;
  readonly #classifier: Classifier;
  readonly #classes = new Map<ObservationKind, ObservationClass>();
  /** Against tokens that mark turns and pictures. */
  readonly #turnGuard: Guard;
  /** Against all added tokens. */
  readonly #fullGuard: Guard;
  readonly #plans = new Map<string, TailPlan | TailRefusal>();
  readonly #written = new WeakMap<object, string>();

  /** @param kwargs template variables of every rendering */
  constructor(checkpoint: Checkpoint, template: ChatTemplate, kwargs: JsonObject) {
    this.readsClock = template.readsClock;
    const bare = new ConversationRenderer({
      template,
      shape: { strings: true, parts: false, images: null },
      specials: checkpoint.specials,
      kwargs,
    });
    this.shape = probeShape(bare, checkpoint.imagePlaceholder);
    const shaped = bare.with({ shape: this.shape });
    const calls = probeCallForm(shaped);
    this.#renderer = calls === undefined ? shaped : shaped.with({ calls });
    const { startToken } = checkpoint;
    const isMissing = startToken !== undefined && lacksStart(this.#renderer, startToken);
    this.missingStart = isMissing ? startToken : undefined;
    const { addedTokens } = checkpoint.tokenizer;
    const contents = addedTokens
      .map(({ content }) => content)
      // Runs of spaces and newlines are ordinary vocabulary, wherever a tokenizer lists them.
      .filter((content) => content.trim() !== '');
    this.#classifier = {
      renderer: this.#renderer,
      ends: addedTokens.flatMap(({ id, content }) => (checkpoint.stopIds.has(id) ? [content] : [])),
      tokens: contents,
    };
    this.report = {
      ...reportOf(template.name, this.#findings),
      printsTools: printsTools(this.#renderer),
    };
    const turnText = renderedTurns(this.#renderer);
    const special = new Set(
      addedTokens.filter((token) => token.special).map(({ content }) => content),
    );
    this.#fullGuard = specialTokenGuard(contents);
    this.#turnGuard = specialTokenGuard(
      contents.filter((content) => special.has(content) || turnText.includes(content)),
    );
  }

  /** The report's sentences, with what a run of this history does there. */
  warnings(history: TemplateHistory): string[] {
    return sentencesOf(this.#findings, history);
  }

  get #findings(): Findings {
    return { classes: [this.classify('user'), this.classify('tool')], promptEnd: this.plainEnd };
  }

  /** What the policy goes on from. */
  get generationPrompt(): GenerationPrompt {
    return generationPromptOf(this.#renderer);
  }

  /** The plain text that a first prompt ends in, which a turn may merge with. */
  get plainEnd(): string | undefined {
    return plainEndOf(this.#classifier);
  }

  /** Why no prompt can be rendered; undefined where one can. */
  get promptRefusal(): string | undefined {
    return promptRefusal(this.#renderer);
  }

  /** How observations of a kind are appended, and what a full rendering makes of turns before. */
  classify(kind: ObservationKind): ObservationClass {
    const found = this.#classes.get(kind) ?? classifyObservation(this.#classifier, kind);
    this.#classes.set(kind, found);
    return found;
  }

  /** Names of the tool-call parsers that read calls as the template writes them. */
  callReaders({ base }: TailPlan): string[] {
    return callReaders(this.#renderer, base);
  }

  /** Whether answers to calls without ids lose the names of the calls. */
  findsNamesById({ base }: TailPlan): boolean {
    return findsNamesById(this.#renderer, base);
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
  prompt(
    messages: readonly Message[],
    { reword, continuedFrom, ...options }: TemplateOptions & PromptForm,
  ): GuardedText {
    const write = (shown: readonly Message[]): GuardedText => {
      const observed = new Set(
        shown.slice(continuedFrom ?? shown.length).filter(({ role }) => role !== 'assistant'),
      );
      const render = (map: TextMap): string =>
        this.#renderer.render(shown, { ...options, map, addGenerationPrompt: true });
      const at = reword === undefined ? 0 : this.#findWords(render, reword.from);
      return this.#guarded(
        (message) => (observed.has(message) ? this.#fullGuard : this.#turnGuard),
        (map) => (reword === undefined ? render(map) : replaceNth(render(map), reword, at)),
      );
    };
    return continuedFrom === undefined
      ? write(messages)
      : this.#withoutStandins(pairCalls(messages), messages, write);
  }

  /** Ids that nobody gave are left out where the template prints them, if it can do without. */
  #withoutStandins(
    paired: readonly Message[],
    messages: readonly Message[],
    write: (paired: readonly Message[]) => GuardedText,
  ): GuardedText {
    const whole = write(paired);
    if (!holdsStandin(whole.text)) return whole;
    const bare = attempt(() => write(dropStandins(paired)));
    if ('refused' in bare || leavesBlank(whole.text, bare.value.text)) {
      throw this.#refuse(messages, NO_ID);
    }
    return bare.value;
  }

  /**
   * How often a text stands in the messages before the template says it itself.
   *
   * @throws EncoderError when the template does not say it.
   */
  #findWords(render: (map: TextMap) => string, words: string): number {
    // Content that has the words, too, is told apart by a mark in it.
    const mark = unusedMark(render((text) => text) + words);
    const marked = render((text) => text.replaceAll(words, `${words}${mark}`));
    const parts = marked.split(words);
    const at = parts.findIndex((_part, index) => parts[index + 1]?.startsWith(mark) === false);
    if (at !== -1) return at;
    throw new EncoderError(
      `chat template ${this.report.name} has no text ${JSON.stringify(words)} that the environment ` +
        'could put other words for: it prints other words, or no tools. Leave the rewording out, or ' +
        'word it for this template',
      { data: { template: this.report.name, words } },
    );
  }

  /**
   * What follows the assistant's words, up to the next generation prompt. No added token comes
   * out of an observation; a message of the assistant keeps its markup, as in a prompt.
   */
  bridge({ messages, history, tools, kwargs }: BridgeRequest): GuardedText {
    const plan = this.#plan(messages, tools, kwargs);
    const shown: TemplateOptions = {
      ...(kwargs === undefined ? {} : { kwargs }),
      ...(plan.tools && tools !== undefined ? { tools } : {}),
    };
    const isAboutCalls = plan.behindCalls || plan.paired || !plan.behindWords;
    if (isAboutCalls && hasCalls(history)) {
      return this.#calledBridge(plan, history, messages, shown);
    }
    if (!plan.behindWords) throw this.#refuse(messages, UNCALLED);
    this.#assertNamed(plan, messages);
    const before = plan.history ? withoutLastTurn(history) : plan.base;
    return this.#guarded(
      ({ role }) => (role === 'assistant' ? this.#turnGuard : this.#fullGuard),
      (map) => tailText(this.#renderer, before, messages, { ...shown, map }),
    );
  }

  /** Behind a turn that called tools, where that makes a difference. */
  #calledBridge(
    plan: TailPlan,
    history: readonly Message[],
    messages: readonly Message[],
    shown: TemplateOptions,
  ): GuardedText {
    // Who answers what is found out without the history, unless the tail depends on it.
    const from = plan.history ? 0 : history.length - 1;
    const at = history.length - 1 - from;
    const { ends } = this.#classifier;
    const write = (paired: readonly Message[]): GuardedText => {
      const answers = paired.slice(at + 1);
      const calls = paired[at]?.tool_calls ?? [];
      const before = plan.history ? paired.slice(0, at) : plan.base;
      const observed = new Set(answers);
      return this.#guarded(
        // The policy wrote the calls: their names are text, like an observation's.
        (message) =>
          message.role === 'assistant' && observed.has(message) ? this.#turnGuard : this.#fullGuard,
        (map) =>
          plan.behindCalls
            ? calledTailText(this.#renderer, before, calls, answers, { ...shown, map }, ends)
            : tailText(this.#renderer, before, answers, { ...shown, map }),
      );
    };
    const paired = pairCalls([...history.slice(from), ...messages]);
    this.#assertNamed(plan, paired.slice(at + 1));
    return this.#withoutStandins(paired, messages, write);
  }

  /** Refuses answers where the template would print a blank for the call that they answer. */
  #assertNamed({ blanks }: TailPlan, answers: readonly Message[]): void {
    for (const answer of answers) {
      const lacked = blankFields(answer, blanks);
      if (lacked !== undefined) throw this.#refuse(answers, unnamed(lacked));
    }
  }

  #plan(
    messages: readonly Message[],
    tools: readonly ToolSpec[] | undefined,
    kwargs: JsonObject | undefined,
  ): TailPlan {
    const forms = messageForms(messages);
    const names = forms.map(({ role, hasImage }) => `${role}${hasImage ? '+' : ''}`).join();
    const key = `${names} ${this.#write(kwargs)} ${this.#write(tools)}`;
    let plan = this.#plans.get(key);
    if (plan === undefined) {
      if (this.#plans.size >= PLANS_KEPT) this.#plans.clear();
      const renderer = kwargs === undefined ? this.#renderer : this.#renderer.withKwargs(kwargs);
      plan = probeTail(renderer, forms, { tools, ends: this.#classifier.ends });
      this.#plans.set(key, plan);
    }
    if ('refusal' in plan) throw this.#refuse(messages, plan.refusal);
    return plan;
  }

  /** Tools and variables are the same through an episode; they are written out once. */
  #write(given: object | undefined): string {
    if (given === undefined) return '';
    const text = this.#written.get(given) ?? writeExactJson(given);
    this.#written.set(given, text);
    return text;
  }

  #refuse(messages: readonly Message[], reason: string): EncoderError {
    const forms = messageForms(messages).map(({ role, hasImage }) =>
      hasImage ? `${role} with a picture` : role,
    );
    return new EncoderError(
      `chat template ${this.report.name} cannot append an observation of role ` +
        `${forms.join(', ')}: it does not print it, or not the assistant turn before it ` +
        `(${reason}). Send it in another role, or use a template that prints both`,
      { data: { template: this.report.name, forms, reason } },
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

/** Puts words in the place of others, where these stand for the time after `at` times. */
function replaceNth(text: string, { from, to }: TemplateRewording, at: number): string {
  const parts = text.split(from);
  return parts.slice(0, at + 1).join(from) + to + parts.slice(at + 1).join(from);
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

/** Whether the turn before an observation called tools. */
function hasCalls(history: readonly Message[]): boolean {
  const last = history.at(-1);
  return last?.role === 'assistant' && (last.tool_calls ?? []).length > 0;
}

/** The conversation before the turn that the anchor stands for. */
function withoutLastTurn(history: readonly Message[]): readonly Message[] {
  return history.at(-1)?.role === 'assistant' ? history.slice(0, -1) : history;
}

/** Whether tools change what a template writes of any conversation. */
function printsTools(renderer: ConversationRenderer): boolean {
  return BASES.some((base) => {
    const write = (tools: ToolSpec[] | undefined): string =>
      renderer.render(base, { ...(tools && { tools }), addGenerationPrompt: true });
    const [bare, tooled] = [attempt(() => write(undefined)), attempt(() => write([PROBE_TOOL]))];
    return 'value' in bare && 'value' in tooled && bare.value !== tooled.value;
  });
}
