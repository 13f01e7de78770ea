import { isSlimeError, type Message, type TemplateReport, type ToolSpec } from 'slime-sdk';
import type { Checkpoint } from './checkpoint.ts';
import type { ConversationRenderer } from './conversation-renderer.ts';
import { type Base, tailText } from './tail.ts';
import type { ContentShape } from './template-messages.ts';

/** What the tail of an observation depends on besides the observation. */
export type TailDependence = 'nothing' | 'tools' | 'history';

/** How observations of one form are appended. */
export interface TailPlan {
  readonly dependence: TailDependence;
  /** A conversation that the template accepts before the assistant turn. */
  readonly base: Base;
}

/** What one message of an observation is, for a probe: its words do not matter. */
export interface MessageForm {
  readonly role: Message['role'];
  readonly hasImage: boolean;
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

const BASES: readonly Base[] = [
  [user('ProbeQuestion')],
  [system, user('ProbeQuestion')],
  [system, user('ProbeQuestion'), assistant('ProbeAnswer'), user('ProbeNext')],
  [
    system,
    user('ProbeQuestion'),
    assistant('ProbeAnswer'),
    probeMessage({ role: 'tool', hasImage: false }, 0),
  ],
  [
    system,
    user('ProbeQuestion'),
    assistant('ProbeAnswer'),
    user('ProbeNext'),
    assistant('ProbeAnswer'),
    user('ProbeLast'),
  ],
];

/** Numbers the pictures of a conversation, where a template does. */
const BASE_WITH_IMAGE: Base = [
  system,
  { role: 'user', content: [{ type: 'image', image: '' }] },
  assistant('ProbeAnswer'),
  user('ProbeNext'),
];

function probeMessage({ role, hasImage }: MessageForm, index: number): Message {
  const text = `ProbeObserved${index}`;
  return {
    role,
    content: hasImage
      ? [
          { type: 'image', image: '' },
          { type: 'text', text },
        ]
      : text,
    ...(role === 'tool' && { name: 'probe', tool_call_id: `call0000${index}` }),
  };
}

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
  placeholder: Checkpoint['imagePlaceholder'],
): ContentShape {
  const all = renderer.with({ shape: { strings: true, parts: true, images: 'template' } });
  const render = (content: Message['content']) =>
    attempt(() => all.render([{ role: 'user', content }], { addGenerationPrompt: true }));
  const text = render('ProbeText');
  const parts = render([{ type: 'text', text: 'ProbeText' }]);
  const strings = text?.includes('ProbeText') ?? false;
  // Python's text of a list would hold the words too: parts must give what the string gives.
  const takesParts =
    parts !== undefined && (strings ? parts === text : parts.includes('ProbeText'));
  const shape = { strings: strings || !takesParts, parts: takesParts };
  if (placeholder === undefined) return { ...shape, images: null };
  if (!takesParts) return { ...shape, images: { text: placeholder.text } };
  const picture = render([{ type: 'image', image: '' }]);
  const pads = (picture?.split(placeholder.pad).length ?? 1) - 1;
  return { ...shape, images: pads === 1 ? 'template' : null };
}

/**
 * Finds how observations of a form are appended; undefined when the template does not print them
 * all. Some templates drop a role silently, so their text must be there.
 */
export function probeTail(
  renderer: ConversationRenderer,
  forms: readonly MessageForm[],
): TailPlan | undefined {
  const messages = forms.map(probeMessage);
  const bases = forms.some(({ hasImage }) => hasImage) ? [...BASES, BASE_WITH_IMAGE] : BASES;
  const tails = (tools: readonly ToolSpec[] | undefined) =>
    bases.map((base) =>
      attempt(() => tailText(renderer, base, messages, tools === undefined ? {} : { tools })),
    );
  const plain = tails(undefined);
  const first = plain.find((tail) => tail !== undefined);
  const base = bases[plain.indexOf(first)];
  if (base === undefined || first === undefined) return undefined;
  if (!forms.every((_, index) => first.includes(`ProbeObserved${index}`))) return undefined;
  const differs = (found: readonly (string | undefined)[]) =>
    found.some((tail) => tail !== undefined && tail !== first);
  if (differs(plain)) return { dependence: 'history', base };
  return { dependence: differs(tails([TOOL])) ? 'tools' : 'nothing', base };
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
 *
 * @param beginsCleanly whether a tail begins with a token that text cannot merge into
 */
export function probeRewrites(
  renderer: ConversationRenderer,
  beginsCleanly: (tail: string) => boolean,
): TemplateReport {
  const rewrites: string[] = [];
  for (const role of ['user', 'tool'] as const) {
    const form: MessageForm = { role, hasImage: false };
    const plan = probeTail(renderer, [form]);
    if (plan === undefined) {
      rewrites.push(
        `it cannot append a ${role} message: it does not print it, or not the turn before it`,
      );
      continue;
    }
    const observation = [probeMessage(form, 0)];
    if (!beginsCleanly(tailText(renderer, plan.base, observation, {}))) {
      rewrites.push(
        `when a ${role} message follows, the turn ends in plain text, which may merge with it`,
      );
    }
    for (const [kind, turn] of TURNS) {
      const found = firstRewrite(renderer, plan.base, turn, observation);
      if (found !== undefined) rewrites.push(`when a ${role} message follows, it ${found} ${kind}`);
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
      return 'refuses an assistant turn with';
    }
    if (!after.startsWith(before)) return 'rewrites what comes before an assistant turn with';
    if (!after.startsWith(turn, before.length)) return 'rewrites an assistant turn with';
    if (after !== before + turn + tail) return 'rewrites what comes after an assistant turn with';
    conversation = next;
  }
  return undefined;
}
