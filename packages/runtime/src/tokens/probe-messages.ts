import type { Message, ToolCall, ToolSpec } from 'slime-sdk';
import type { Base } from './tail.ts';

/** What one message of an observation is, for a probe: its words do not matter. */
export interface MessageForm {
  readonly role: Message['role'];
  readonly hasImage: boolean;
}

/** A tool that no template knows anything about. */
export const PROBE_TOOL: ToolSpec = {
  type: 'function',
  function: {
    name: 'probe',
    description: 'a probe',
    parameters: { type: 'object', properties: { x: { type: 'string' } } },
  },
};

/** In all words of what comes before the turn: a tail that has it depends on the history. */
export const BASE_WORD = 'ProbeBase';

const user = (word: string): Message => ({ role: 'user', content: `${BASE_WORD}${word}` });
const assistant = (word: string): Message => ({
  role: 'assistant',
  content: `${BASE_WORD}${word}`,
});
const tool = (word: string, call: ToolCall): Message => ({
  role: 'tool',
  content: `${BASE_WORD}${word}`,
  name: call.name,
  ...(call.id === undefined ? {} : { tool_call_id: call.id }),
});
const system: Message = { role: 'system', content: `${BASE_WORD}System` };

const UNCALLED: ToolCall = { id: 'call00007', name: 'probe', arguments: {} };
const EARLIER: ToolCall = { id: 'call00008', name: 'earlier', arguments: {} };

/** A message of a form; ids are of nine letters and digits, as Mistral's templates want them. */
export function probeMessage({ role, hasImage }: MessageForm, index: number): Message {
  const text = probeText(index);
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

/** The words of the message at a place of an observation. */
export function probeText(index: number): string {
  return `ProbeObserved${index}`;
}

/** The calls that an observation of these forms answers; one where it answers none. */
export function probeCalls(forms: readonly MessageForm[]): ToolCall[] {
  const answered = forms.flatMap(({ role }, index) => (role === 'tool' ? [index] : []));
  return (answered.length === 0 ? [9] : answered).map((index) => ({
    id: `call0000${index}`,
    name: 'probe',
    arguments: { x: 'y' },
  }));
}

/** A question behind a system message. */
export const WITH_SYSTEM: Base = [system, user('Question')];

/** Conversations before an assistant turn, from the shortest; templates refuse some of them. */
export const BASES: readonly Base[] = [
  [user('Question')],
  WITH_SYSTEM,
  [...WITH_SYSTEM, assistant('Answer'), user('Next')],
  [system, user('Question'), assistant('Answer'), tool('Result', UNCALLED)],
  [system, user('Question'), assistant('Answer'), user('Next'), assistant('Other'), user('Last')],
  [
    system,
    user('Question'),
    { role: 'assistant', content: '', tool_calls: [EARLIER] },
    tool('Result', EARLIER),
  ],
];

/** Numbers the pictures of a conversation, where a template does. */
export const BASE_WITH_IMAGE: Base = [
  system,
  { role: 'user', content: [{ type: 'image', image: '' }] },
  assistant('Answer'),
  user('Next'),
];
