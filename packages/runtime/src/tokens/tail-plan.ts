import { isSlimeError, type Message, type ToolCall, type ToolSpec } from 'slime-sdk';
import { type LackedFields, probeBlanks } from './blank-fields.ts';
import type { ConversationRenderer } from './conversation-renderer.ts';
import {
  BASE_WITH_IMAGE,
  BASE_WORD,
  BASES,
  type MessageForm,
  probeCalls,
  probeMessage,
  probeText,
} from './probe-messages.ts';
import { type Base, calledTailText, tailText } from './tail.ts';

/** How observations of one form are appended. */
export interface TailPlan {
  /** A conversation that the template accepts before the assistant turn. */
  readonly base: Base;
  /** The tail differs with the tools. */
  readonly tools: boolean;
  /** The tail differs with what came before the turn. */
  readonly history: boolean;
  /** It can be found behind a turn's words. */
  readonly behindWords: boolean;
  /** Behind a turn that called tools it is another, and is found behind the calls. */
  readonly behindCalls: boolean;
  /** The id or name of the call that a tool message answers is printed, or asked for. */
  readonly paired: boolean;
  /** What a tool message must not lack: behind words a blank would stand in its place. */
  readonly blanks: readonly LackedFields[];
  /** Of the probe, behind words where it is there. */
  readonly tail: string;
}

/** Why observations of one form cannot be appended. */
export interface TailRefusal {
  readonly refusal: string;
}

/** What a probe of tails is given besides the forms. */
export interface TailProbe {
  /** Those of the conversation; undefined when it has none. */
  readonly tools: readonly ToolSpec[] | undefined;
  /** Texts of the tokens that end a turn. */
  readonly ends: readonly string[];
}

/** The value, or why the template refuses what it was given. */
export function attempt<T>(action: () => T): { value: T } | { refused: string } {
  try {
    return { value: action() };
  } catch (error) {
    // One that takes too much is no template to probe further.
    if (isSlimeError(error) && error.data['bound'] !== true) return { refused: error.message };
    throw error;
  }
}

type Tail = ReturnType<typeof attempt<string>>;

/** Tails by base; those with tools are missing when there are none. */
interface Tails {
  readonly plain: readonly Tail[];
  readonly tooled: readonly Tail[];
}

/**
 * Finds how observations of a form are appended. Some templates drop a role silently, so their
 * text must be there.
 */
export function probeTail(
  renderer: ConversationRenderer,
  forms: readonly MessageForm[],
  { tools, ends }: TailProbe,
): TailPlan | TailRefusal {
  const messages = forms.map(probeMessage);
  const calls = probeCalls(forms);
  const bases = forms.some(({ hasImage }) => hasImage) ? [...BASES, BASE_WITH_IMAGE] : BASES;
  const all = (tailOf: (base: Base, given: { tools?: readonly ToolSpec[] }) => string): Tails => ({
    plain: bases.map((base) => attempt(() => tailOf(base, {}))),
    tooled: tools === undefined ? [] : bases.map((base) => attempt(() => tailOf(base, { tools }))),
  });
  const words = all((base, given) => tailText(renderer, base, messages, given));
  const called = all((base, given) => calledTailText(renderer, base, calls, messages, given, ends));
  const isWhole = (tail: Tail | undefined): boolean =>
    tail !== undefined &&
    'value' in tail &&
    forms.every((_, index) => tail.value.includes(probeText(index)));
  const firstWhole = ({ plain, tooled }: Tails): number =>
    bases.findIndex((_, at) => isWhole(plain[at]) || isWhole(tooled[at]));
  const [wordsAt, calledAt] = [firstWhole(words), firstWhole(called)];
  const at = wordsAt >= 0 ? wordsAt : calledAt;
  const base = bases[at];
  if (base === undefined) return { refusal: refusalOf(words, called, messages) };
  const chosen = wordsAt >= 0 ? words : called;
  const behindCalls = calledAt >= 0 && isOther(words, called, isWhole);
  const used = behindCalls ? [words, called] : [words];
  return {
    base,
    history: used.some(({ plain, tooled }) => isOfHistory(plain) || isOfHistory(tooled)),
    tools: used.some(({ plain, tooled }) =>
      tooled.some((tail, index) => 'value' in tail && textOf(plain[index]) !== tail.value),
    ),
    behindWords: wordsAt >= 0,
    behindCalls,
    paired: isPaired({ renderer, base, calls, messages, ends, isCalled: wordsAt < 0, tools }),
    blanks: forms.every(({ role }) => role !== 'tool')
      ? []
      : probeBlanks(messages, (answers) => {
          const given = tools === undefined ? {} : { tools };
          return textOf(attempt(() => tailText(renderer, base, answers, given)));
        }),
    tail: textOf(chosen.plain[at]) ?? textOf(chosen.tooled[at]) ?? '',
  };
}

/** Whether calls change the tail: on a base that shows both, or because none does. */
function isOther(
  words: Tails,
  called: Tails,
  isWhole: (tail: Tail | undefined) => boolean,
): boolean {
  const pairs = (['plain', 'tooled'] as const).flatMap((given) =>
    called[given].flatMap((tail, at) => {
      const other = words[given][at];
      return isWhole(tail) && isWhole(other) ? [textOf(tail) === textOf(other)] : [];
    }),
  );
  return pairs.length === 0 || pairs.includes(false);
}

function textOf(tail: Tail | undefined): string | undefined {
  return tail !== undefined && 'value' in tail ? tail.value : undefined;
}

/** Whether tails differ with what came before, or repeat words of it. */
function isOfHistory(tails: readonly Tail[]): boolean {
  const texts = tails.flatMap((tail) => ('value' in tail ? [tail.value] : []));
  return texts.some((text) => text !== texts[0] || text.includes(BASE_WORD));
}

interface PairProbe {
  readonly renderer: ConversationRenderer;
  readonly base: Base;
  readonly calls: readonly ToolCall[];
  readonly messages: readonly Message[];
  readonly ends: readonly string[];
  readonly isCalled: boolean;
  readonly tools: readonly ToolSpec[] | undefined;
}

/** Whether messages without id and name are printed otherwise, or refused. */
function isPaired(probe: PairProbe): boolean {
  const { renderer, base, calls, messages, ends, isCalled, tools } = probe;
  if (messages.every(({ role }) => role !== 'tool')) return false;
  const bare = messages.map(({ role, content }): Message => ({ role, content }));
  const options = tools === undefined ? {} : { tools };
  const tailOf = (answers: readonly Message[]): string | undefined =>
    textOf(
      attempt(() =>
        isCalled
          ? calledTailText(renderer, base, calls, answers, options, ends)
          : tailText(renderer, base, answers, options),
      ),
    );
  return tailOf(bare) !== tailOf(messages);
}

/** The template's own words; behind a call it may have others, as that its end is not known. */
function refusalOf(words: Tails, called: Tails, messages: readonly Message[]): string {
  const roles = [...new Set(messages.map(({ role }) => role))].join(', ');
  if (words.plain.some((tail) => 'value' in tail)) {
    return `it prints nothing of a message of role ${roles}`;
  }
  const reasonOf = ({ plain }: Tails): string => {
    const refused = plain.find((tail) => 'refused' in tail);
    return refused === undefined ? 'it prints nothing' : refused.refused;
  };
  const [behindWords, behindCalls] = [reasonOf(words), reasonOf(called)];
  if (behindWords === behindCalls || !roles.includes('tool')) return behindWords;
  return `${behindWords}; behind a call: ${behindCalls}`;
}
