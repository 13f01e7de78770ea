import type { ChatMessage } from 'slime-sdk/llm';
import type { UserMessage, UserStrategy } from './model-user.ts';
import type { ModelChannel, Wanted } from './model-channel.ts';
import { isStop, STOP_MARKER, type StopMatch } from './stop-marker.ts';
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

const thoughtAndWords = (stop: StopMatch): Wanted<UserMessage> => ({
  form: '"Thought:" and "User Response:"',
  read(text) {
    // As in tau-bench, of which the marker ends the conversation in a thought, too.
    if (isStop(text, stop)) return { record: text, said: STOP_MARKER };
    const said = after(text, 'User Response:');
    return said === null ? null : { record: text, said };
  },
});

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
function react(stop: StopMatch): UserStrategy {
  const wanted = thoughtAndWords(stop);
  return {
    thinks: true,
    next: (conversation, channel, signal) => channel.ask(conversation, wanted, signal),
  };
}

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

const PLAIN_STRATEGIES = { llm: plain, verify, reflection };

/** The strategies that ask a model, by tau-bench's names. */
export type UserStrategyName = keyof typeof PLAIN_STRATEGIES | 'react';

/** @param stop Where the user's marker ends the conversation. */
export function userStrategy(name: UserStrategyName, stop: StopMatch): UserStrategy {
  return name === 'react' ? react(stop) : PLAIN_STRATEGIES[name];
}
