import type { Encoder, Message, Sample } from 'slime-sdk';
import {
  type ConversationTemplate,
  describeRewrite,
  type ObservationKind,
  type Rewrite,
} from '../../tokens/index.ts';
import type { Segment } from './segments.ts';

/** A departure before it has its reason. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly stored: string;
  readonly rendered: string;
}

/** What a reason is looked for in. */
interface Evidence {
  readonly sample: Sample;
  readonly segments: readonly Segment[];
  readonly conversation: {
    readonly messages: readonly Message[];
    readonly turns: readonly number[];
  };
  readonly encoder: Encoder;
  readonly template: ConversationTemplate;
}

/**
 * Why a sample differs there from a full rendering: what was sampled is no tokenization of its
 * text, or the template's classification names what it rewrites.
 */
export async function explain(found: Found, evidence: Evidence): Promise<string> {
  const { segments } = evidence;
  const touched = segments.filter(
    ({ start, end }) => start < Math.max(found.end, found.start + 1) && end > found.start,
  );
  const turn = touched.find(({ kind }) => kind === 'turn');
  if (found.stored === found.rendered) return sameText(found, turn, touched);
  if (turn === undefined) {
    // What a template puts before a turn, or takes from there, is of the turn.
    const next = segments.find(({ kind, start }) => kind === 'turn' && start === found.end);
    if (next === undefined) return 'what stands there is not what the template writes';
    return rewriting(next, evidence);
  }
  const end = otherEnd(found, turn, evidence);
  return end === null ? rewriting(turn, evidence) : await end;
}

function sameText(found: Found, turn: Segment | undefined, touched: readonly Segment[]): string {
  if (turn === undefined) {
    return 'the same text: words that look like special tokens are read as words';
  }
  if (touched.length > 1) {
    return (
      'the same text, tokenized across the edge of the turn: the ids are those that were sampled ' +
      'and read'
    );
  }
  return found.stored.includes('\u{fffd}')
    ? 'the turn holds bytes that make no whole character: the ids are those that were sampled'
    : 'the same text in other ids than the tokenizer gives it: they are those that were sampled';
}

/** A turn that ended with another token than the template writes. */
function otherEnd(found: Found, turn: Segment, evidence: Evidence): Promise<string> | null {
  const { sample, encoder } = evidence;
  const lastId = sample.tokens[turn.end - 1] ?? -1;
  if (found.start !== turn.end - 1 || !encoder.stopIds.has(lastId)) return null;
  const name = async (): Promise<string> => {
    const text = await encoder.decode([lastId], { skipSpecialTokens: false });
    return `turn ${turn.turn} ended with ${text}, which the template does not write there`;
  };
  return name();
}

/** What the classification says of such a turn, when such an observation follows. */
function rewriting(turn: Segment, { conversation, template }: Evidence): string {
  const at = conversation.turns[turn.turn] ?? conversation.messages.length;
  const { content = '' } = conversation.messages[at] ?? {};
  const said = typeof content === 'string' ? content : '';
  for (const kind of kindsAfter(conversation.messages.slice(at + 1))) {
    const found = template.classify(kind);
    if ('refusal' in found) continue;
    const rewrite = found.rewrites.find((each) => isAbout(each, said));
    if (rewrite !== undefined) {
      return `when ${kind === 'user' ? 'a user' : 'a tool'} message follows, the template ${describeRewrite(rewrite)}`;
    }
  }
  return `the template writes turn ${turn.turn} otherwise`;
}

/** A user message anywhere behind a turn may change it; tool messages next to it, too. */
function kindsAfter(messages: readonly Message[]): ObservationKind[] {
  const roles = messages.map(({ role }) => role);
  return [
    ...(roles.includes('user') ? (['user'] as const) : []),
    ...(roles.includes('tool') ? (['tool', 'tools'] as const) : []),
  ];
}

const ABOUT: Readonly<Record<Rewrite['turn'], (said: string) => boolean>> = {
  reasoning: (said) => said.includes('</think>'),
  'reasoning in unusual spacing': (said) => said.includes('</think>'),
  'text with whitespace around it': (said) => said !== said.trim(),
  'a tool call': (said) => said.includes('<tool_call>'),
  'plain text': () => true,
};

function isAbout({ turn }: Rewrite, said: string): boolean {
  return ABOUT[turn](said);
}
