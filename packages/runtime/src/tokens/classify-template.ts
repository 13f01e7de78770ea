import type { Message, ToolSpec } from 'slime-sdk';
import type { ConversationRenderer } from './conversation-renderer.ts';
import { type GenerationPrompt, probeGenerationPrompt } from './generation-prompt.ts';
import { plainEnd } from './plain-end.ts';
import {
  BASES,
  type MessageForm,
  PROBE_TOOL,
  probeCalls,
  probeMessage,
  WITH_SYSTEM,
} from './probe-messages.ts';
import { attempt, probeTail, type TailPlan } from './tail-plan.ts';
import { type Base, calledTailText, tailText } from './tail.ts';

/** What follows an assistant turn, by what it is called in reports. */
export const OBSERVATION_KINDS = {
  user: [{ role: 'user', hasImage: false }],
  tool: [{ role: 'tool', hasImage: false }],
  tools: [
    { role: 'tool', hasImage: false },
    { role: 'tool', hasImage: false },
  ],
  userImage: [{ role: 'user', hasImage: true }],
  toolImage: [{ role: 'tool', hasImage: true }],
} as const satisfies Record<string, readonly MessageForm[]>;

export type ObservationKind = keyof typeof OBSERVATION_KINDS;

/** Texts that an assistant may have sampled. */
const TURNS = {
  'plain text': 'ProbeAnswer it is.',
  'text with whitespace around it': '  ProbeAnswer.\n ',
  reasoning: '<think>\nProbeThought\n</think>\n\nProbeAnswer.',
  'reasoning in unusual spacing': '<think> ProbeThought </think>ProbeAnswer.',
  'a tool call':
    'ProbeAnswer.\n<tool_call>\n{"name": "probe", "arguments": {"x": 1}}\n</tool_call>',
} as const;

export type TurnKind = keyof typeof TURNS;

/** The first place where a conversation that grew by appending is not what the template writes. */
export interface Rewrite {
  readonly turn: TurnKind;
  /** The conversation was rendered with tools. */
  readonly tools: boolean;
  /** In what came before the turn, in the turn, behind it; or the template refuses the turn. */
  readonly where: 'history' | 'turn' | 'tail' | 'refused';
  /** What was appended, from a few characters before the place on. */
  readonly appended: string;
  /** What the template writes there; its words where it refuses. */
  readonly rendered: string;
}

/** How observations of one kind are appended, and what a full rendering makes of the turn before. */
export type ObservationClass =
  | { readonly kind: ObservationKind; readonly refusal: string }
  | {
      readonly kind: ObservationKind;
      readonly plan: TailPlan;
      /** The tail begins with an added token: text before it cannot merge into it. */
      readonly isCut: boolean;
      /** The plain text that the next prompt ends in, which a turn may merge with. */
      readonly plainEnd: string | undefined;
      readonly rewrites: readonly Rewrite[];
    };

const ROUNDS = 3;
const [BEFORE, AFTER] = [16, 32];

/** What classifies a template. */
export interface Classifier {
  readonly renderer: ConversationRenderer;
  /** Texts of the tokens that end a turn. */
  readonly ends: readonly string[];
  /** Texts of the added tokens. */
  readonly tokens: readonly string[];
}

/**
 * Compares conversations that grow by appending with full renderings of them: anchor, dependence on
 * context, cut, and for each kind of turn the first text that differs.
 */
export function classifyObservation(
  { renderer, ends, tokens }: Classifier,
  kind: ObservationKind,
): ObservationClass {
  const forms = OBSERVATION_KINDS[kind];
  const plan = probeTail(renderer, forms, { tools: [PROBE_TOOL], ends });
  if ('refusal' in plan) return { kind, refusal: plan.refusal };
  const start: Start = { renderer, ends, plan, forms, prompt: generationPromptOf(renderer) };
  const rewrites: Rewrite[] = [];
  for (const tools of plan.tools ? [undefined, [PROBE_TOOL]] : [undefined]) {
    for (const turn of turnKinds(plan)) {
      const first = firstRewrite(start, plan.base, turn, tools);
      // Some templates move a system message; others refuse it.
      const other = firstRewrite(start, WITH_SYSTEM, turn, tools);
      const found = [first, other?.where === 'refused' ? undefined : other];
      rewrites.push(...found.filter((one, at) => isNew(one, at === 0 ? undefined : first)));
    }
  }
  return {
    kind,
    plan,
    isCut: tokens.some((token) => plan.tail.startsWith(token)),
    plainEnd: plainEnd(plan.tail, tokens),
    rewrites,
  };
}

/** The generation prompt behind the first conversation that the template takes. */
export function generationPromptOf(renderer: ConversationRenderer): GenerationPrompt {
  for (const base of BASES) {
    const prompt = probeGenerationPrompt(renderer, base);
    if (prompt.text !== '') return prompt;
  }
  return { text: '', prefix: '' };
}

/** The plain text that a first prompt ends in, which a turn may merge with. */
export function plainEndOf({ renderer, tokens }: Classifier): string | undefined {
  for (const base of BASES) {
    const tried = attempt(() => renderer.render(base, { addGenerationPrompt: true }));
    if ('value' in tried && tried.value !== '') return plainEnd(tried.value, tokens);
  }
  return undefined;
}

/** A turn that must have called something is the only one where nothing else can be anchored. */
function turnKinds(plan: TailPlan): TurnKind[] {
  const kinds: TurnKind[] = [
    'plain text',
    'text with whitespace around it',
    'reasoning',
    'reasoning in unusual spacing',
    'a tool call',
  ];
  return plan.behindWords ? kinds : ['a tool call'];
}

interface Start {
  readonly renderer: ConversationRenderer;
  readonly ends: readonly string[];
  readonly plan: TailPlan;
  readonly forms: readonly MessageForm[];
  readonly prompt: GenerationPrompt;
}

/** A turn as a message, what of it was sampled, and what follows it. */
interface Round {
  readonly message: Message;
  readonly sampled: string;
  readonly tail: string;
}

function isNew(found: Rewrite | undefined, other: Rewrite | undefined): found is Rewrite {
  return found !== undefined && found.where !== other?.where;
}

function firstRewrite(
  start: Start,
  base: Base,
  turn: TurnKind,
  tools: readonly ToolSpec[] | undefined,
): Rewrite | undefined {
  const { renderer, forms } = start;
  const options = { addGenerationPrompt: true, ...(tools === undefined ? {} : { tools }) };
  const found = { turn, tools: tools !== undefined };
  let conversation = base;
  for (let round = 0; round < ROUNDS; round += 1) {
    const history = conversation;
    const tried = attempt(() => {
      const before = renderer.render(history, options);
      const played = play(start, turn, history, before, tools);
      const next = [...history, played.message, ...forms.map(probeMessage)];
      return { next, before, played, after: renderer.render(next, options) };
    });
    if ('refused' in tried) {
      return { ...found, where: 'refused', appended: '', rendered: tried.refused };
    }
    const { before, played, after, next } = tried.value;
    const appended = before + played.sampled + played.tail;
    if (after !== appended) {
      const at = firstDifference(appended, after);
      const excerpt = (text: string) => text.slice(Math.max(0, at - BEFORE), at + AFTER);
      const inTurn = at < before.length + played.sampled.length;
      const where = at < before.length ? 'history' : inTurn ? 'turn' : 'tail';
      return { ...found, where, appended: excerpt(appended), rendered: excerpt(after) };
    }
    conversation = next;
  }
  return undefined;
}

function play(
  { renderer, plan, forms, prompt, ends }: Start,
  turn: TurnKind,
  history: Base,
  before: string,
  tools: readonly ToolSpec[] | undefined,
): Round {
  const options = tools === undefined ? {} : { tools };
  const observation = forms.map(probeMessage);
  if (plan.behindWords) {
    // Behind some observations there is no generation prompt.
    const prefix = before.endsWith(prompt.prefix) ? prompt.prefix : '';
    const sampled = withoutOpening(TURNS[turn], prefix);
    const tail = tailText(renderer, history, observation, options);
    return {
      message: { role: 'assistant', content: prefix + sampled },
      sampled,
      tail,
    };
  }
  // How the policy writes a call is the model's: what the template makes of one is as good.
  const calls = probeCalls(forms);
  const message: Message = { role: 'assistant', content: '', tool_calls: calls };
  const tail = calledTailText(renderer, history, calls, observation, options, ends);
  const after = renderer.render([...history, message, ...observation], {
    ...options,
    addGenerationPrompt: true,
  });
  return { message, sampled: after.slice(before.length, after.length - tail.length), tail };
}

/** A turn behind a generation prompt that opened its reasoning does not open it again. */
function withoutOpening(turn: string, prefix: string): string {
  const isOpen = prefix.includes('<think>') && !prefix.includes('</think>');
  if (!isOpen || !turn.startsWith('<think>')) return turn;
  const rest = turn.slice('<think>'.length);
  return prefix.endsWith('\n') ? rest.replace(/^\n/, '') : rest;
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
