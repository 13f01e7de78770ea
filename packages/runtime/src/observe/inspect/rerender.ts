import {
  type Encoder,
  isSlimeError,
  type Message,
  type RolloutArgs,
  type Sample,
  type ToolSpec,
} from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { readToolSpecs } from '../../rollout/tool-specs.ts';
import { pairCalls } from '../../tokens/call-ids.ts';
import type { ConversationTemplate } from '../../tokens/index.ts';
import { diffIds } from './diff-ids.ts';
import { explain } from './explain.ts';
import { recoverObservation } from './recover-observation.ts';
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

/** A conversation, and where it came from. */
export interface Conversation {
  readonly messages: Message[];
  readonly tools: ToolSpec[] | undefined;
  /** Index of the message of each turn. */
  readonly turns: number[];
}

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
  const { encoder, template } = context;
  const notes: string[] = [];
  const tools = readToolSpecs(sample.metadata);
  const given = tools === undefined ? {} : { tools };
  const decode = async (from: number, to: number): Promise<string> =>
    await encoder.decode(collapse(sample.tokens.slice(from, to), encoder.imagePadId).ids, {
      skipSpecialTokens: false,
    });
  const opening = await openingOf(sample, segments, context, given, decode);
  notes.push(...opening.notes);
  const conversation: Conversation = { messages: [...opening.messages], tools, turns: [] };
  const last = segments.at(-1);
  let end = '';
  for (const [at, segment] of segments.entries()) {
    if (segment.kind === 'prompt') continue;
    const text = await decode(segment.start, segment.end);
    if (segment.kind === 'turn') {
      if (segment === last) {
        end = text;
        break;
      }
      const before = await decode(segments[at - 1]?.start ?? 0, segment.start);
      const prefix = template.generationPrompt.prefix;
      const opened = before.endsWith(prefix) ? prefix : '';
      const lastId = sample.tokens[segment.end - 1];
      const body =
        lastId !== undefined && encoder.stopIds.has(lastId)
          ? await decode(segment.start, segment.end - 1)
          : text;
      conversation.turns.push(conversation.messages.length);
      conversation.messages.push({ role: 'assistant', content: opened + body });
      continue;
    }
    const isTail = segment === last;
    const observation =
      segment.record?.observation ??
      (isTail
        ? null
        : await recoverObservation(sample.tokens.slice(segment.start, segment.end), {
            encoder,
            history: conversation.messages,
            lastId: sample.tokens[segment.start - 1],
            tools,
          }));
    if (observation === null) {
      return {
        compared: false,
        why:
          `what was observed behind turn ${segment.turn} is in no file, and its tokens are not ` +
          `what chat template ${template.report.name} writes for a user or tool message`,
      };
    }
    conversation.messages.push(...observation);
  }
  return await compare(sample, segments, context, { opening, conversation, end, notes });
}

interface Opening {
  readonly messages: readonly Message[];
  /** What the rendering of the messages is replaced with; null where it stands. */
  readonly text: string | null;
  readonly notes: readonly string[];
}

const STAND_IN: readonly Message[] = [{ role: 'user', content: 'Question' }];

/** The prompt as messages where these give its ids; else as the text that it is. */
async function openingOf(
  { prompt, tokens }: Sample,
  segments: readonly Segment[],
  { encoder }: RerenderContext,
  given: { tools?: ToolSpec[] },
  decode: (from: number, to: number) => Promise<string>,
): Promise<Opening> {
  const end = segments[0]?.end ?? 0;
  const text = await decode(0, end);
  if (typeof prompt !== 'object') {
    const notes = ['the prompt is text: what stands before the first turn is not compared'];
    return { messages: STAND_IN, text, notes };
  }
  try {
    const rendered = encoder.render(prompt, { ...given, addGenerationPrompt: true });
    const again = await encoder.encodeText(rendered, { specials: true });
    const stored = collapse(tokens.slice(0, end), encoder.imagePadId).ids;
    const isSame = again.length === stored.length && stored.every((id, at) => id === again[at]);
    if (isSame || rendered === text) return { messages: prompt, text: null, notes: [] };
  } catch (error) {
    if (!isSlimeError(error)) throw error;
  }
  const notes = [
    'the prompt is not that of the row, its environment gave another: what stands before the first ' +
      'turn is not compared',
  ];
  return { messages: STAND_IN, text, notes };
}

interface Built {
  readonly opening: Opening;
  readonly conversation: Conversation;
  /** Text of the last turn; empty where a bridge is last. */
  readonly end: string;
  readonly notes: string[];
}

async function compare(
  sample: Sample,
  segments: readonly Segment[],
  context: RerenderContext,
  { opening, conversation, end, notes }: Built,
): Promise<Rerendering> {
  const { encoder, template } = context;
  const whole = renderWhole(conversation, context);
  if ('refused' in whole) return { compared: false, why: whole.refused };
  let text = whole.text + end;
  if (opening.text !== null) {
    const head = encoder.render(opening.messages, {
      ...(conversation.tools === undefined ? {} : { tools: conversation.tools }),
      addGenerationPrompt: true,
    });
    if (!text.startsWith(head)) {
      const why = `chat template ${template.report.name} rewrites what stands before the first turn`;
      return { compared: false, why: `${why}, which is text here` };
    }
    text = opening.text + text.slice(head.length);
  }
  const rendered = await encoder.encodeText(text, { specials: true });
  const stored = collapse(sample.tokens, encoder.imagePadId);
  const departures = diffIds(stored.ids, rendered).map(async (difference): Promise<Departure> => {
    const [from, to] = difference.stored;
    const start = stored.positions[from] ?? sample.tokens.length;
    const stop = stored.positions[to] ?? sample.tokens.length;
    const decode = async (ids: ArrayLike<number>): Promise<string> =>
      await encoder.decode(Array.from(ids), { skipSpecialTokens: false });
    const kept = await decode(stored.ids.slice(from, to));
    const other = await decode(rendered.subarray(...difference.rendered));
    const departure = { start, end: stop, stored: kept, rendered: other };
    return {
      ...departure,
      reason: await explain(departure, { sample, segments, conversation, encoder, template }),
    };
  });
  return { compared: true, departures: await Promise.all(departures), notes };
}

/** With turns as they were sampled; where the template needs their calls, as these were read. */
function renderWhole(
  { messages, tools, turns }: Conversation,
  { encoder, parsers }: RerenderContext,
): { text: string } | { refused: string } {
  const options = { ...(tools === undefined ? {} : { tools }), addGenerationPrompt: true };
  let refused = '';
  const called = messages.map((message, at): Message => {
    if (!turns.includes(at) || typeof message.content !== 'string') return message;
    const { reasoning, content, calls } = parseResponse(message.content, {
      toolCallParser: parsers.sglang_tool_call_parser,
      reasoningParser: parsers.sglang_reasoning_parser,
      ...(tools === undefined ? {} : { tools }),
    });
    const read = calls.flatMap(({ name, arguments: args }) =>
      args === undefined ? [] : [{ name, arguments: args }],
    );
    if (read.length === 0) return message;
    return {
      role: 'assistant',
      content,
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      tool_calls: read,
    };
  });
  for (const tried of [messages, pairCalls(called)]) {
    try {
      return { text: encoder.render(tried, options) };
    } catch (error) {
      if (!isSlimeError(error)) throw error;
      refused ||= error.message;
    }
  }
  return { refused };
}

/** Ids with one placeholder a picture, and the position of each. */
function collapse(
  ids: readonly number[],
  padId: number | undefined,
): { ids: number[]; positions: number[] } {
  const kept: number[] = [];
  const positions: number[] = [];
  for (const [at, id] of ids.entries()) {
    if (id === padId && ids[at - 1] === padId) continue;
    kept.push(id);
    positions.push(at);
  }
  return { ids: kept, positions };
}
