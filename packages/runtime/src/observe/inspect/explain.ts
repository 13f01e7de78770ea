import type { Encoder, Message } from 'slime-sdk';
import {
  type ConversationTemplate,
  describeRewrite,
  type ObservationKind,
  type Rewrite,
} from '../../tokens/index.ts';
import type { Difference } from './align.ts';

/** A difference as text. */
export interface DifferentText {
  readonly stored: string;
  readonly rendered: string;
}

/** What a reason is looked for in. */
export interface Evidence {
  readonly messages: readonly Message[];
  /** Index of the message of each turn; the last turn has none. */
  readonly turns: readonly number[];
  /** The last id of each turn. */
  readonly lastIds: readonly number[];
  readonly encoder: Encoder;
  readonly template: ConversationTemplate;
}

/**
 * Why a sample differs there from a full rendering: what was sampled is no tokenization of its
 * text, or the template's classification names what it rewrites.
 */
export async function explain(
  difference: Difference,
  text: DifferentText,
  evidence: Evidence,
): Promise<string> {
  const { turn, isTurn } = difference;
  if (text.stored === text.rendered) return sameText(difference, text);
  // A turn's end stands behind its words.
  const end = await otherEnd(isTurn ? turn : turn - 1, text, evidence);
  return (
    end ??
    rewriting(turn, evidence, isTurn ? [] : ['history', 'turn', 'tail']) ??
    (isTurn
      ? `the template writes turn ${turn} otherwise`
      : 'what stands there is not what the template writes')
  );
}

function sameText({ isTurn, crossesEdge }: Difference, { stored }: DifferentText): string {
  if (!isTurn) return 'the same text: words that look like special tokens are read as words';
  if (crossesEdge) {
    return (
      'the same text, tokenized across the edge of the turn: the ids are those that were sampled ' +
      'and read'
    );
  }
  return stored.includes('\u{fffd}')
    ? 'the turn holds bytes that make no whole character: the ids are those that were sampled'
    : 'the same text in other ids than the tokenizer gives it: they are those that were sampled';
}

/** A turn that ended with another token than the template writes. */
async function otherEnd(
  turn: number,
  { stored, rendered }: DifferentText,
  { encoder, lastIds }: Evidence,
): Promise<string | null> {
  const lastId = lastIds[turn];
  if (lastId === undefined || !encoder.stopIds.has(lastId)) return null;
  const end = await encoder.decode([lastId], { skipSpecialTokens: false });
  if (!stored.includes(end) || rendered.includes(end)) return null;
  return `turn ${turn} ended with ${end}, which the template does not write there`;
}

/** What the classification says of such a turn, when such an observation follows. */
function rewriting(
  turn: number,
  { messages, turns, template }: Evidence,
  places: readonly Rewrite['where'][],
): string | null {
  // What a template puts before a turn, or takes from there, may be for the sake of any turn.
  const candidates = places.length === 0 ? [turn] : [turn, turn - 1];
  for (const candidate of candidates) {
    const at = turns[candidate];
    if (at === undefined) continue;
    const { content = '' } = messages[at] ?? {};
    const said = typeof content === 'string' ? content : '';
    for (const kind of kindsAfter(messages.slice(at + 1))) {
      const found = template.classify(kind);
      if ('refusal' in found) continue;
      const rewrite = found.rewrites.find(
        (each) => ABOUT[each.turn](said) && (places.length === 0 || places.includes(each.where)),
      );
      if (rewrite === undefined) continue;
      const role = kind === 'user' ? 'a user' : 'a tool';
      return `when ${role} message follows, the template ${describeRewrite(rewrite)}`;
    }
  }
  return null;
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
