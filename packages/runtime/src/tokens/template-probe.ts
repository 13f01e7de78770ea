import { isSlimeError, type Message, type TemplateReport, type ToolSpec } from 'slime-sdk';
import type { ConversationRenderer } from './conversation-renderer.ts';
import { type Base, tailText } from './tail.ts';
import type { ContentShape } from './template-messages.ts';

/** What the tail of an observation depends on besides the observation. */
export type TailDependence = 'nothing' | 'tools' | 'history';

/** What a template does with observations of one role. */
export interface TailPlan {
  readonly dependence: TailDependence;
  /** A conversation that the template accepts before an assistant turn. */
  readonly base: Base;
}

const TOOL: ToolSpec = {
  type: 'function',
  function: {
    name: 'probe',
    description: 'a probe',
    parameters: { type: 'object', properties: { x: { type: 'string' } } },
  },
};

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const system: Message = { role: 'system', content: 'ProbeSystem' };
const tool = (content: string): Message => ({
  role: 'tool',
  content,
  name: 'probe',
  tool_call_id: 'call00001',
});

const BASES: readonly Base[] = [
  [user('ProbeQuestion')],
  [system, user('ProbeQuestion')],
  [system, user('ProbeQuestion'), assistant('ProbeAnswer'), user('ProbeNext')],
  [system, user('ProbeQuestion'), assistant('ProbeAnswer'), tool('ProbeResult')],
  [
    system,
    user('ProbeQuestion'),
    assistant('ProbeAnswer'),
    user('ProbeNext'),
    assistant('ProbeAnswer'),
    user('ProbeLast'),
  ],
];

/** Observations by the role that they come in. */
const OBSERVATIONS: Readonly<Record<'user' | 'tool', readonly (readonly Message[])[]>> = {
  user: [[user('ProbeObserved')]],
  tool: [[tool('ProbeObserved')], [tool('ProbeObserved'), tool('ProbeSecond')]],
};

/** The value, or undefined when the template refuses what it was given. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isSlimeError(error)) return undefined;
    throw error;
  }
}

/**
 * Finds which content the template takes: a string, a list of parts, pictures among them.
 *
 * @param placeholder what a vision model's template writes for a picture
 */
export function probeShape(
  renderer: ConversationRenderer,
  placeholder: { readonly pad: string; readonly text: string } | undefined,
): ContentShape {
  const render = (shape: ContentShape, content: Message['content']) =>
    attempt(() =>
      renderer.with({ shape }).render([{ role: 'user', content }], { addGenerationPrompt: true }),
    );
  const all: ContentShape = { strings: true, parts: true, images: 'template' };
  const text = render(all, 'ProbeText');
  const parts = render(all, [{ type: 'text', text: 'ProbeText' }]);
  const strings = text?.includes('ProbeText') ?? false;
  const takesParts =
    parts !== undefined && (strings ? parts === text : parts.includes('ProbeText'));
  const picture = takesParts ? render(all, [{ type: 'image', image: '' }]) : undefined;
  const shape = { strings: strings || !takesParts, parts: takesParts };
  if (placeholder === undefined) return { ...shape, images: null };
  if (!takesParts) return { ...shape, images: { text: placeholder.text } };
  const pads = (picture?.split(placeholder.pad).length ?? 1) - 1;
  return { ...shape, images: pads === 1 ? 'template' : null };
}

/**
 * Finds how observations of a role are appended; undefined when the template does not print them.
 *
 * An observation whose text is missing counts as unsupported: some templates drop roles silently.
 */
export function probeTail(
  renderer: ConversationRenderer,
  role: 'user' | 'tool',
): TailPlan | undefined {
  let plan: TailPlan | undefined;
  for (const messages of OBSERVATIONS[role]) {
    const found = probeMessages(renderer, messages);
    if (found === undefined) return undefined;
    if (plan === undefined || rank(found.dependence) > rank(plan.dependence)) plan = found;
  }
  return plan;
}

function rank(dependence: TailDependence): number {
  return ['nothing', 'tools', 'history'].indexOf(dependence);
}

function probeMessages(
  renderer: ConversationRenderer,
  messages: readonly Message[],
): TailPlan | undefined {
  const tails = (tools: readonly ToolSpec[] | undefined) =>
    BASES.map((base) =>
      attempt(() => tailText(renderer, base, messages, tools === undefined ? {} : { tools })),
    );
  const plain = tails(undefined);
  const index = plain.findIndex((tail) => tail !== undefined);
  const base = BASES[index];
  const first = plain[index];
  if (base === undefined || first === undefined || !isComplete(first, messages)) return undefined;
  const differs = (found: readonly (string | undefined)[]) =>
    found.some((tail) => tail !== undefined && tail !== first);
  if (differs(plain)) return { dependence: 'history', base };
  return { dependence: differs(tails([TOOL])) ? 'tools' : 'nothing', base };
}

function isComplete(tail: string, messages: readonly Message[]): boolean {
  return messages.every(({ content }) => typeof content === 'string' && tail.includes(content));
}

/** Texts that an assistant may have sampled, by what they are called in a report. */
const TURNS: readonly (readonly [string, string])[] = [
  ['plain text', 'ProbeAnswer it is.'],
  ['text with whitespace around it', '  ProbeAnswer.\n '],
  ['reasoning', '<think>\nProbeThought\n</think>\n\nProbeAnswer.'],
  ['reasoning in unusual spacing', '<think> ProbeThought </think>ProbeAnswer.'],
  [
    'a tool call',
    'ProbeAnswer.\n<tool_call>\n{"name": "probe", "arguments": {"x": 1}}\n</tool_call>',
  ],
];

const TURNS_PROBED = 3;

/**
 * Compares conversations that grow by appending with full renderings of them, and says what the
 * template renders otherwise.
 */
export function probeRewrites(renderer: ConversationRenderer): TemplateReport {
  const rewrites: string[] = [];
  for (const [role, observations] of Object.entries(OBSERVATIONS)) {
    const plan = probeTail(renderer, role === 'tool' ? 'tool' : 'user');
    if (plan === undefined) {
      rewrites.push(`it does not print messages of role ${role} after an assistant turn`);
      continue;
    }
    for (const [kind, turn] of TURNS) {
      const found = firstRewrite(renderer, plan.base, turn, observations[0] ?? []);
      if (found !== undefined) {
        rewrites.push(`when a ${role} message follows, it ${found} that holds ${kind}`);
      }
    }
  }
  return { name: renderer.name, appendOnly: rewrites.length === 0, rewrites };
}

function firstRewrite(
  renderer: ConversationRenderer,
  base: Base,
  turn: string,
  observation: readonly Message[],
): string | undefined {
  let conversation = base;
  for (let round = 0; round < TURNS_PROBED; round += 1) {
    const next = [...conversation, assistant(turn), ...observation];
    const before = attempt(() => renderer.render(conversation, { addGenerationPrompt: true }));
    const after = attempt(() => renderer.render(next, { addGenerationPrompt: true }));
    const tail = attempt(() => tailText(renderer, conversation, observation, {}));
    if (before === undefined || after === undefined || tail === undefined) {
      return 'refuses an assistant turn';
    }
    if (!after.startsWith(before)) return 'rewrites earlier turns after a turn';
    if (!after.startsWith(turn, before.length)) return 'rewrites an assistant turn';
    if (after !== before + turn + tail) return 'renders what follows otherwise after a turn';
    conversation = next;
  }
  return undefined;
}
