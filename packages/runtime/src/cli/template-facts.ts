import type { Encoder } from 'slime-sdk';
import {
  type ConversationTemplate,
  describeRewrite,
  OBSERVATION_KINDS,
  type ObservationClass,
  type ObservationKind,
} from '../tokens/index.ts';

/** A turn that a full rendering writes otherwise. */
export interface RewriteFacts {
  turn: string;
  with_tools: boolean;
  where: 'history' | 'turn' | 'tail' | 'refused';
  /** As the end of "the template …". */
  text: string;
  /** The first text that differs, a little before it included; empty where the turn is refused. */
  appended: string;
  rendered: string;
}

/** One kind of observation. */
export interface ObservationFacts {
  kind: string;
  appended: boolean;
  /** Why not. */
  refusal: string | null;
  /** Behind a turn's words, or behind its calls where it made some. */
  behind: ('words' | 'calls')[];
  /** Ids: also the names of calls, which tool messages are given. */
  depends_on: ('tools' | 'history' | 'calls' | 'ids')[];
  /**
   * Where it is appended behind calls alone: the names of the parsers that read calls as the template
   * writes them, of which `--sglang-tool-call-parser` has to name one; null where words do.
   */
  call_parsers: string[] | null;
  /**
   * Whether an answer has no name of its call where neither has an id: the template looks it up by an
   * id that it also prints.
   */
  names_need_ids: boolean;
  /** Whether the tail begins with a token that text before it cannot merge into. */
  begins_with_token: boolean;
  /** Plain text at the end of the tail, as of a prompt. */
  plain_end: string | null;
  /** What follows a turn, for an observation of the words `ProbeObserved0`, `ProbeObserved1`. */
  tail: string | null;
  rewrites: RewriteFacts[];
  /** What a run does about all this. */
  action: string;
}

/** What `slime-runtime template` prints. */
export interface TemplateFacts {
  name: string;
  append_only: boolean;
  /** Whether it writes the tools of an episode. */
  prints_tools: boolean;
  /** Why no conversation can be rendered, so that no episode has a turn; null where one can. */
  prompt_refusal: string | null;
  content: { strings: boolean; parts: boolean; pictures: 'template' | 'text' | null };
  turn_ends: { id: number; text: string }[];
  /** A token that prompts do not begin with though the tokenizer begins texts with it. */
  missing_start: string | null;
  /** What the policy goes on from, and its end that belongs to the turn's message. */
  generation_prompt: string;
  generation_prefix: string;
  /** Whether a turn that begins with a newline is tokenized together with the prompt. */
  leading_newline_merges: boolean;
  /** Plain text at the end of a prompt, which a turn may merge with; null where there is none. */
  plain_end: string | null;
  observations: ObservationFacts[];
}

const KIND_NAMES: Readonly<Record<ObservationKind, string>> = {
  user: 'a user message',
  tool: 'a tool message',
  tools: 'several tool messages',
  userImage: 'a user message with a picture',
  toolImage: 'a tool message with a picture',
};

/** Reads off a template's classification. */
export async function templateFacts(
  encoder: Encoder,
  template: ConversationTemplate,
): Promise<TemplateFacts> {
  const { report, shape, generationPrompt } = template;
  const kinds: readonly ObservationKind[] = ['user', 'tool', 'tools', 'userImage', 'toolImage'];
  const shown = kinds.filter(
    (kind) => shape.images !== null || OBSERVATION_KINDS[kind].every(({ hasImage }) => !hasImage),
  );
  const turnEnds = [...encoder.stopIds].map(async (id) => ({
    id,
    text: await encoder.decode([id], { skipSpecialTokens: false }),
  }));
  return {
    name: report.name,
    append_only: report.appendOnly,
    prints_tools: report.printsTools !== false,
    prompt_refusal: template.promptRefusal ?? null,
    content: {
      strings: shape.strings,
      parts: shape.parts,
      pictures: typeof shape.images === 'object' && shape.images !== null ? 'text' : shape.images,
    },
    turn_ends: await Promise.all(turnEnds),
    missing_start: template.missingStart ?? null,
    generation_prompt: generationPrompt.text,
    generation_prefix: generationPrompt.prefix,
    leading_newline_merges: await merges(encoder, generationPrompt.text),
    plain_end: template.plainEnd ?? null,
    observations: shown.map((kind) => observationFacts(template, template.classify(kind))),
  };
}

async function merges(encoder: Encoder, prompt: string): Promise<boolean> {
  const count = async (text: string): Promise<number> =>
    (await encoder.encodeText(text, { specials: true })).length;
  return (await count(`${prompt}\nA`)) !== (await count(prompt)) + (await count('\nA'));
}

function observationFacts(
  template: ConversationTemplate,
  found: ObservationClass,
): ObservationFacts {
  const kind = KIND_NAMES[found.kind];
  if ('refusal' in found) {
    return {
      kind,
      appended: false,
      refusal: found.refusal,
      behind: [],
      depends_on: [],
      call_parsers: null,
      names_need_ids: false,
      begins_with_token: false,
      plain_end: null,
      tail: null,
      rewrites: [],
      action: 'refused: an episode fails at an observation of this kind',
    };
  }
  const { plan, rewrites, isCut, plainEnd } = found;
  const isWhole = isCut && plainEnd === undefined;
  const dependsOn: ObservationFacts['depends_on'] = [
    ...(plan.tools ? (['tools'] as const) : []),
    ...(plan.history ? (['history'] as const) : []),
    ...(plan.behindCalls ? (['calls'] as const) : []),
    ...(plan.paired ? (['ids'] as const) : []),
  ];
  return {
    kind,
    appended: true,
    refusal: null,
    behind: [
      ...(plan.behindWords ? (['words'] as const) : []),
      ...(plan.behindCalls ? (['calls'] as const) : []),
    ],
    depends_on: dependsOn,
    call_parsers: plan.behindWords ? null : template.callReaders(plan),
    names_need_ids:
      OBSERVATION_KINDS[found.kind].some(({ role }) => role === 'tool') &&
      template.findsNamesById(plan),
    begins_with_token: isCut,
    plain_end: plainEnd ?? null,
    tail: plan.tail,
    rewrites: rewrites.map((rewrite) => ({
      turn: rewrite.turn,
      with_tools: rewrite.tools,
      where: rewrite.where,
      text: describeRewrite(rewrite),
      appended: rewrite.appended,
      rendered: rewrite.rendered,
    })),
    action: [
      ...dependsOn.map((what) => ACTIONS[what]),
      ...(plan.behindWords ? [] : ['refused behind a turn of which no call was read']),
      ...(isWhole ? [] : ['encoded by itself, which a tokenization of the whole text may not do']),
      ...(rewrites.length === 0
        ? isWhole
          ? ['appended; a full rendering has the same ids']
          : []
        : ['what was sampled is kept, also where a full rendering writes it otherwise']),
    ].join('; '),
  };
}

const ACTIONS = {
  tools: 'rendered with the tools of the episode',
  history: 'rendered behind the whole conversation, of which only the end is encoded',
  calls: 'rendered behind the calls that the turn made',
  ids: 'given the id and the name of the call that each message answers, and refused where it prints one that nobody gave',
} as const;
