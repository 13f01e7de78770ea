import { type Encoder, isSlimeError, type Message, type Sample, type ToolSpec } from 'slime-sdk';
import { templateSegmentOf } from '../../rollout/template-segment.ts';
import { readToolSpecs } from '../../rollout/tool-specs.ts';
import type { ConversationTemplate } from '../../tokens/index.ts';
import { collapsePictures } from './collapse-pictures.ts';
import { recoverObservation } from './recover-observation.ts';
import type { Segment } from './segments.ts';

/** A turn of a conversation that is read back. */
export interface ReadTurn {
  /** Index of its message. */
  readonly message: number;
  /** Positions in the tokens: without its end, which the template writes. */
  readonly span: readonly [from: number, to: number];
  readonly lastId: number;
}

/** A sample as the conversation that it was. */
export interface ReadConversation {
  readonly messages: Message[];
  readonly tools: ToolSpec[] | undefined;
  readonly turns: ReadTurn[];
  /** The last turn is the last message, nothing follows it. */
  readonly endsInTurn: boolean;
  /** What the rendering of the first `opening` messages is replaced with; null where it stands. */
  readonly prompt: string | null;
  /** Messages before the first turn. */
  readonly opening: number;
  /** What cannot be compared, in a sentence each. */
  readonly notes: readonly string[];
}

/** A conversation, or why there is none to be read. */
export type ConversationRead = { conversation: ReadConversation } | { why: string };

const STAND_IN: readonly Message[] = [{ role: 'user', content: 'Question' }];

/**
 * Reads a sample back into messages: turns as the text that was sampled, observations from
 * `turns.jsonl` or out of their bridges.
 */
export async function conversationOf(
  sample: Sample,
  segments: readonly Segment[],
  { encoder, template }: { encoder: Encoder; template: ConversationTemplate },
): Promise<ConversationRead> {
  const { tokens } = sample;
  const tools = readToolSpecs(sample.metadata);
  const decode = async (from: number, to: number): Promise<string> =>
    await encoder.decode(collapsePictures(tokens.slice(from, to), encoder.imagePadId).ids, {
      skipSpecialTokens: false,
    });
  const end = segments[0]?.end ?? 0;
  const opening = await openingOf(sample, end, await decode(0, end), encoder, tools);
  const messages = [...opening.messages];
  const turns: ReadTurn[] = [];
  for (const [at, segment] of segments.entries()) {
    const { start } = segment;
    if (segment.kind === 'prompt') continue;
    if (segment.kind === 'turn') {
      const lastId = tokens[segment.end - 1] ?? -1;
      const to = encoder.stopIds.has(lastId) ? segment.end - 1 : segment.end;
      const { prefix } = template.generationPrompt;
      const before = await decode(segments[at - 1]?.start ?? 0, start);
      const said = await decode(start, to);
      turns.push({ message: messages.length, span: [start, to], lastId });
      messages.push({
        role: 'assistant',
        content: before.endsWith(prefix) ? prefix + said : said,
      });
      continue;
    }
    const observation =
      segment.record?.observation ??
      (await recoverObservation(tokens.slice(start, segment.end), {
        encoder,
        history: messages,
        lastId: tokens[start - 1],
        tools,
      }));
    if (observation === null) {
      return {
        why:
          `what was observed behind turn ${segment.turn} is in no file, and its tokens are not ` +
          `what chat template ${template.report.name} writes for a user or tool message`,
      };
    }
    messages.push(...observation);
  }
  return {
    conversation: {
      messages,
      tools,
      turns,
      endsInTurn: segments.at(-1)?.kind === 'turn',
      prompt: opening.prompt,
      opening: opening.messages.length,
      notes: opening.notes,
    },
  };
}

interface Opening {
  readonly messages: readonly Message[];
  readonly prompt: string | null;
  readonly notes: readonly string[];
}

/** The prompt as messages where these give its text or ids; else as the text that it is. */
async function openingOf(
  sample: Sample,
  end: number,
  text: string,
  encoder: Encoder,
  tools: ToolSpec[] | undefined,
): Promise<Opening> {
  const { prompt, tokens } = sample;
  if (templateSegmentOf(sample) > 0) {
    const notes = [
      'the prompt is the conversation before, as the template wrote it when the episode forked: what ' +
        'stands before the first turn is not compared',
    ];
    return { messages: STAND_IN, prompt: text, notes };
  }
  if (typeof prompt !== 'object') {
    const notes = ['the prompt is text: what stands before the first turn is not compared'];
    return { messages: STAND_IN, prompt: text, notes };
  }
  try {
    const rendered = encoder.render(prompt, {
      ...(tools === undefined ? {} : { tools }),
      addGenerationPrompt: true,
    });
    const again = await encoder.encodeText(rendered, { specials: true });
    const stored = collapsePictures(tokens.slice(0, end), encoder.imagePadId).ids;
    const isSame = again.length === stored.length && stored.every((id, at) => id === again[at]);
    if (isSame || rendered === text) return { messages: prompt, prompt: null, notes: [] };
  } catch (error) {
    if (!isSlimeError(error)) throw error;
  }
  const notes = [
    'the prompt is not that of the row, its environment gave another: what stands before the first ' +
      'turn is not compared',
  ];
  return { messages: STAND_IN, prompt: text, notes };
}
