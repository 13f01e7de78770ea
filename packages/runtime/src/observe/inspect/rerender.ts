import { type Encoder, isSlimeError, type Message, type RolloutArgs, type Sample } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { toolCallsOf } from '../../rollout/tool-calls.ts';
import { dropStandins, holdsStandin, pairCalls } from '../../tokens/call-ids.ts';
import type { ConversationTemplate } from '../../tokens/index.ts';
import { differencesOf, piecesOf, spanBetween } from './align.ts';
import { collapsePictures } from './collapse-pictures.ts';
import { conversationOf, type ReadConversation, type ReadTurn } from './conversation-of.ts';
import { explain } from './explain.ts';
import type { Segment } from './segments.ts';

/** A place where a sample is not what a full rendering of its conversation would be. */
export interface Departure {
  /** Positions in the sample's tokens, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly stored: string;
  readonly rendered: string;
  readonly reason: string;
}

/** A sample beside a full rendering. */
export type Rerendering =
  | { readonly compared: false; readonly why: string }
  | {
      readonly compared: true;
      readonly departures: readonly Departure[];
      /** What could not be compared, in a sentence each. */
      readonly notes: readonly string[];
    };

/** What a sample is rendered again with. */
export interface RerenderContext {
  readonly encoder: Encoder;
  readonly template: ConversationTemplate;
  /** Names the parsers that calls were read with. */
  readonly parsers: Pick<RolloutArgs, 'sglang_tool_call_parser' | 'sglang_reasoning_parser'>;
}

/** Stands for a turn's words, to find where they are. */
const MARK = 'Qz7MarkedTurn7zQ';

/**
 * Renders a sample's conversation as a whole, tokenizes it as transformers would, and compares it
 * with the sample id by id. Turns go in as the text that was sampled, observations as messages;
 * the last turn is taken as it stands, since what a template writes behind it depends on what
 * follows. A picture counts as one placeholder.
 */
export async function rerender(
  sample: Sample,
  segments: readonly Segment[],
  context: RerenderContext,
): Promise<Rerendering> {
  const { encoder } = context;
  const read = await conversationOf(sample, segments, context);
  if ('why' in read) return { compared: false, why: read.why };
  const { conversation } = read;
  const { turns, notes } = conversation;
  const encode = async (text: string): Promise<Int32Array> =>
    await encoder.encodeText(text, { specials: true });
  const decode = async (ids: ArrayLike<number>): Promise<string> =>
    await encoder.decode(Array.from(ids), { skipSpecialTokens: false });
  const writer = chooseWriter(conversation, context);
  if ('why' in writer) return { compared: false, why: writer.why };
  const last = turns.at(-1);
  const end = await decode(conversation.endsInTurn ? sample.tokens.slice(last?.span[0] ?? 0) : []);
  const rendered = await encode(writer.write(null, end));
  const stored = collapsePictures(sample.tokens, encoder.imagePadId);
  const spans = await Promise.all(
    turns.map(async (_, turn) => {
      const marked = writer.tryWrite(turn, end);
      return marked === null ? undefined : spanBetween(rendered, await encode(marked));
    }),
  );
  // The last turn is compared with its end, which nothing writes behind it.
  const spanOf = ({ span: [from, to] }: ReadTurn, turn: number): readonly [number, number] => {
    const isLast = conversation.endsInTurn && turn === turns.length - 1;
    return [
      placeOf(from, stored.positions),
      isLast ? stored.ids.length : placeOf(to, stored.positions),
    ];
  };
  const pieces = piecesOf(
    {
      length: stored.ids.length,
      turns: turns.map(spanOf),
    },
    { length: rendered.length, turns: spans.filter((span) => span !== undefined) },
  );
  const whole = spans.includes(undefined)
    ? [wholePiece(stored.ids.length, rendered.length)]
    : pieces;
  const evidence = {
    messages: conversation.messages,
    turns: turns.map(({ message }) => message),
    lastIds: turns.map(({ lastId }) => lastId),
    encoder,
    template: context.template,
  };
  const departures = differencesOf(stored.ids, rendered, whole).map(
    async (difference): Promise<Departure> => {
      const text = {
        stored: await decode(stored.ids.slice(...difference.stored)),
        rendered: await decode(rendered.subarray(...difference.rendered)),
      };
      return {
        ...text,
        start: stored.positions[difference.stored[0]] ?? sample.tokens.length,
        end: stored.positions[difference.stored[1]] ?? sample.tokens.length,
        reason: await explain(difference, text, evidence),
      };
    },
  );
  return { compared: true, departures: await Promise.all(departures), notes };
}

function wholePiece(stored: number, rendered: number): Parameters<typeof differencesOf>[2][number] {
  return { turn: 0, isTurn: true, stored: [0, stored], rendered: [0, rendered] };
}

/** Where a position of the whole stands when pictures are collapsed. */
function placeOf(position: number, positions: readonly number[]): number {
  const at = positions.findIndex((place) => place >= position);
  return at < 0 ? positions.length : at;
}

/** Writes the conversation as the template does. */
interface Writer {
  /** @param marked a turn with a mark for its words; null for none */
  write(marked: number | null, end: string): string;
  /** The same; null where the template refuses it. */
  tryWrite(marked: number, end: string): string | null;
}

/** With turns as they were sampled; where the template needs their calls, as these were read. */
function chooseWriter(
  conversation: ReadConversation,
  context: RerenderContext,
): Writer | { why: string } {
  let why = '';
  const paired = withCalls(conversation, context);
  for (const messages of [conversation.messages, paired, dropStandins(paired)]) {
    const write: Writer['write'] = (marked, end) =>
      writeWhole(messages, conversation, context, marked, end);
    try {
      // As the run does: an id that nobody gave is left out.
      if (holdsStandin(write(null, ''))) continue;
      return {
        write,
        tryWrite: (marked, end) => {
          try {
            return write(marked, end);
          } catch (error) {
            if (!isSlimeError(error)) throw error;
            return null;
          }
        },
      };
    } catch (error) {
      if (!isSlimeError(error)) throw error;
      why ||= error.message;
    }
  }
  return { why };
}

function writeWhole(
  given: readonly Message[],
  { turns, tools, endsInTurn, prompt, opening }: ReadConversation,
  { encoder }: RerenderContext,
  marked: number | null,
  end: string,
): string {
  const options = { ...(tools === undefined ? {} : { tools }), addGenerationPrompt: true };
  const messages = [...given];
  const turn = marked === null ? undefined : turns[marked];
  if (turn !== undefined) messages[turn.message] = { role: 'assistant', content: MARK };
  const isLast = endsInTurn && marked === turns.length - 1;
  const shown = endsInTurn ? messages.slice(0, -1) : messages;
  const text = encoder.render(shown, options) + (isLast ? MARK : end);
  if (prompt === null) return text;
  const head = encoder.render(given.slice(0, opening), options);
  // A template that rewrites what stands before the first turn leaves nothing to put the text in.
  return text.startsWith(head) ? prompt + text.slice(head.length) : text;
}

function withCalls(
  { messages, turns, tools }: ReadConversation,
  { parsers }: RerenderContext,
): Message[] {
  const read = new Set(turns.map(({ message }) => message));
  return pairCalls(
    messages.map((message, at): Message => {
      if (!read.has(at) || typeof message.content !== 'string') return message;
      const { reasoning, content, calls } = parseResponse(message.content, {
        toolCallParser: parsers.sglang_tool_call_parser,
        reasoningParser: parsers.sglang_reasoning_parser,
        ...(tools === undefined ? {} : { tools }),
      });
      const known = toolCallsOf(calls);
      if (known.length === 0) return message;
      return {
        role: 'assistant',
        content,
        ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
        tool_calls: known,
      };
    }),
  );
}
