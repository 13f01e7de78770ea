import { assistantMessage, readToolSpecs } from 'slime-runtime/hosting';
import type { Message, ToolSpec } from 'slime-sdk';
import type { EpisodeStart } from '../episode-start.ts';
import type { Transcript, TurnRecord } from '../play-episode.ts';
import { textsOf, validMessages } from './observation-case.ts';

/** A conversation as a chat template gets it, and where its last observation begins. */
export interface Conversation {
  history: Message[];
  observation: Message[];
  tools: ToolSpec[];
  turn: TurnRecord;
}

/**
 * The conversations of an episode, one for each observation that is valid: the prompt, and what
 * policy and env said. None where the row's prompt is a number that `reset` did not replace.
 */
export function conversationsOf(start: EpisodeStart, transcript: Transcript): Conversation[] {
  const opening = openingOf(start, transcript);
  if (opening === null) return [];
  const { messages, tools } = opening;
  const history = [...messages];
  const conversations: Conversation[] = [];
  for (const turn of transcript.turns) {
    history.push(assistantMessage(turn.context));
    const observation = validMessages(turn);
    if (observation === null) break;
    conversations.push({ history: [...history], observation, tools, turn });
    history.push(...observation);
  }
  return conversations;
}

/**
 * What the first turn is sampled after; null where there is nothing. Roles of a prompt that is made
 * up mean nothing: it becomes a message of the user.
 */
export function openingOf(
  { sample, isMadeUp }: EpisodeStart,
  { reset }: Transcript,
): { messages: Message[]; tools: ToolSpec[] } | null {
  const tools = reset?.tools ?? readToolSpecs(sample.metadata) ?? [];
  const given = reset?.messages ?? null;
  if (given !== null) return { messages: given, tools };
  const { prompt } = sample;
  if (typeof prompt === 'number') return null;
  if (Array.isArray(prompt) && !isMadeUp) return { messages: prompt, tools };
  const content = Array.isArray(prompt) ? textsOf(prompt).join('\n') : prompt;
  return { messages: [{ role: 'user', content }], tools };
}

/**
 * The same messages in plain words: the role of each, a string where there is no picture, and all
 * that a template may ask of a tool's answer; without calls and reasoning.
 */
export function plainMessages(messages: readonly Message[]): Message[] {
  return messages.map(({ role, content }, at) => ({
    role,
    content:
      typeof content === 'string' || content.every(({ type }) => type === 'text')
        ? 'words'
        : content.map((part) => (part.type === 'text' ? { type: 'text', text: 'words' } : part)),
    ...(role === 'tool' ? { name: 'tool', tool_call_id: `call0000${at % 10}` } : {}),
  }));
}
