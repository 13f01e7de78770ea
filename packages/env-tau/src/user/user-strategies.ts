import type { ChatMessage } from 'slime-sdk/llm';
import type { UserMessage, UserStrategy } from './model-user.ts';
import type { ModelChannel, Wanted } from './model-channel.ts';
import { STOP_MARKER } from './stop-marker.ts';
import { reflectPrompt, verifyPrompt } from './user-prompts.ts';

const MOST_VERIFIED = 3;

const words: Wanted<UserMessage> = {
  form: 'a message',
  read: (text) => ({ record: text, said: text }),
};

/** What follows a heading, null where there is none. */
function after(text: string, heading: string): string | null {
  const at = text.lastIndexOf(heading);
  const rest = at === -1 ? '' : text.slice(at + heading.length).trim();
  return rest === '' ? null : rest;
}

const thoughtAndWords: Wanted<UserMessage> = {
  form: '"Thought:" and "User Response:"',
  read(text) {
    const said =
      after(text, 'User Response:') ?? (text.trim() === STOP_MARKER ? STOP_MARKER : null);
    return said === null ? null : { record: text, said };
  },
};

const verdict: Wanted<boolean> = {
  form: 'true or false',
  read(text) {
    const lower = text.toLowerCase();
    return lower.includes('true') ? true : lower.includes('false') ? false : null;
  },
};

const mended: Wanted<UserMessage> = {
  form: '"Reflection:" and "Response:"',
  read(text) {
    const said = after(text, 'Response:');
    return said === null ? null : { record: said, said };
  },
};

const SPEAKERS = { system: 'System', user: 'Agent', assistant: 'Customer', tool: 'Tool' } as const;

/** The conversation as a supervisor reads it: the model's own words are the customer's. */
function transcriptOf(conversation: readonly ChatMessage[]): string {
  return conversation.map(({ role, content }) => `${SPEAKERS[role]}: ${content}`).join('\n');
}

function isSatisfactory(
  { said }: UserMessage,
  conversation: readonly ChatMessage[],
  channel: ModelChannel,
  signal: AbortSignal,
): Promise<boolean> {
  const content = verifyPrompt(transcriptOf(conversation), said);
  return channel.ask([{ role: 'user', content }], verdict, signal);
}

/** `llm`: the model's words are the message. */
const plain: UserStrategy = {
  thinks: false,
  next: (conversation, channel, signal) => channel.ask(conversation, words, signal),
};

/** `react`: a thought first, which the agent does not see. */
const react: UserStrategy = {
  thinks: true,
  next: (conversation, channel, signal) => channel.ask(conversation, thoughtAndWords, signal),
};

/** `verify`: a second request judges the message; up to three messages, then the last one stands. */
const verify: UserStrategy = {
  thinks: false,
  async next(conversation, channel, signal) {
    let message = await channel.ask(conversation, words, signal);
    for (let times = 1; times < MOST_VERIFIED; times += 1) {
      if (await isSatisfactory(message, conversation, channel, signal)) return message;
      message = await channel.ask(conversation, words, signal);
    }
    return message;
  },
};

/** `reflection`: a message that is not satisfactory is mended once, and stands if that fails too. */
const reflection: UserStrategy = {
  thinks: false,
  async next(conversation, channel, signal) {
    const first = await channel.ask(conversation, words, signal);
    if (await isSatisfactory(first, conversation, channel, signal)) return first;
    const content = reflectPrompt(transcriptOf(conversation), first.said);
    const second = await channel.ask([{ role: 'user', content }], mended, signal);
    return (await isSatisfactory(second, conversation, channel, signal)) ? second : first;
  },
};

/** The strategies that ask a model, by tau-bench's names. */
export const USER_STRATEGIES = { llm: plain, react, verify, reflection } as const;
