import fc from 'fast-check';
import { isSlimeError, type Message, type ToolSpec } from 'slime-sdk';
import type { PythonCase } from './python-writes.ts';
import { type Judged, TODAY } from './judged-encoder.ts';

/** Stands for the last turn where Python is asked what follows it. */
export const MARK = 'Qz7MarkOfTheTest7zQ';
const TOOL: ToolSpec = {
  type: 'function',
  function: { name: 'look', description: 'Looks.', parameters: { type: 'object' } },
};

/** What was sampled: as the tokenizer would, id by character, ending in half a character, … */
const SAID = ['canonical', 'by character', 'cut', 'newlines', 'reasoning', 'call'] as const;
export type Said = (typeof SAID)[number];

const ENDINGS = ['template', 'length', 'other'] as const;

/** A turn, and what is observed behind it. */
export interface Round {
  said: Said;
  words: string;
  /** Its own end sampled, none, or the end of another kind of turn. */
  ending: (typeof ENDINGS)[number];
  kind: 'user' | 'tool' | 'tools';
  contents: [string, string];
}

/** A conversation to play. */
export interface Episode {
  system: boolean;
  tools: boolean;
  rounds: Round[];
}

const words = fc
  .array(fc.constantFrom('answer', 'and', 'ok', '42', 'é', '你好', 'what', 'x = 1;'), {
    maxLength: 5,
  })
  .map((parts) => ['The', ...parts].join(' '));
const content = fc
  .array(
    fc.constantFrom('result', '{"a": [1]}', '\n', '  ', '\n\n', '你好', '👍', 'error: x', '.'),
    {
      maxLength: 5,
    },
  )
  .map((parts) => `Seen ${parts.join(' ')}`);
export const episodes: fc.Arbitrary<Episode> = fc.record({
  system: fc.boolean(),
  tools: fc.boolean(),
  rounds: fc.array(
    fc.record({
      said: fc.constantFrom(...SAID),
      words,
      ending: fc.constantFrom(...ENDINGS),
      kind: fc.constantFrom('user' as const, 'tool' as const, 'tools' as const),
      contents: fc.tuple(content, content),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** One bridge as it was made, and what Python is asked about it. */
export interface PlayedRound {
  round: Round;
  /** Texts of the observation. */
  observation: string[];
  ids: number[] | null;
  lastId: number | undefined;
  /** Where the turn begins in the stream, and its end. */
  span: readonly [number, number];
  case: PythonCase;
}

/** A conversation that was played. */
export interface Played {
  judged: Judged;
  rounds: PlayedRound[];
  stream: number[];
  whole: PythonCase;
}

/** Plays a conversation: what the policy samples is made up, what it reads is the encoder's. */
export async function play(judged: Judged, episode: Episode): Promise<Played> {
  const { encoder } = judged;
  const options = episode.tools ? { tools: [TOOL] } : {};
  const history: Message[] = [
    ...(episode.system ? [{ role: 'system', content: 'Be brief.' } as const] : []),
    { role: 'user', content: 'What is it?' },
  ];
  const stream: number[] = [];
  const rounds: PlayedRound[] = [];
  const prompt = await attempt(() => encoder.encodePrompt(history, options));
  stream.push(...(prompt?.ids ?? []));
  for (const round of episode.rounds) {
    const observation = observe(round);
    const prefix = await prefixBehind(judged, stream);
    const sampled = await sample(judged, round, prefix);
    const said = await encoder.decode(sampled, { skipSpecialTokens: false });
    // What the generation prompt began is of the prompt's ids, and of the turn's message.
    const turn: Message = { role: 'assistant', content: prefix + said };
    const bridge = (lastId: number | undefined) =>
      attempt(() =>
        encoder.encodeBridge({
          messages: observation,
          history: [...history, turn],
          lastId,
          ...options,
        }),
      );
    const whole = await bridge(undefined);
    sampled.push(...endOf(judged, round, whole?.ids[0]));
    const lastId = sampled.at(-1);
    const made = await bridge(lastId);
    rounds.push({
      round,
      observation: round.contents.slice(0, observation.length),
      lastId,
      span: [stream.length, stream.length + sampled.length],
      ids: made === null ? null : [...made.ids],
      case: ask(judged, [...history, { ...turn, content: MARK }, ...observation], options),
    });
    if (made === null) break;
    stream.push(...sampled, ...made.ids);
    history.push(turn, ...observation);
  }
  return { judged, rounds, stream, whole: ask(judged, history, options) };
}

/** What the template began the turn with, if it did. */
async function prefixBehind(
  { conversation, encoder }: Judged,
  stream: readonly number[],
): Promise<string> {
  const prefix = conversation?.generationPrompt.prefix ?? '';
  const before = await encoder.decode(stream.slice(-64), { skipSpecialTokens: false });
  return before.endsWith(prefix) ? prefix : '';
}

function observe({ kind, contents }: Round): Message[] {
  const role = kind === 'user' ? 'user' : 'tool';
  return contents
    .slice(0, kind === 'tools' ? 2 : 1)
    .map((text): Message => ({ role, content: text }));
}

async function sample(
  { encoder }: Judged,
  { said, words: text }: Round,
  prefix: string,
): Promise<number[]> {
  const ids = async (one: string) => [...(await encoder.encodeText(one, { specials: false }))];
  const whole = async (one: string) => [...(await encoder.encodeText(one, { specials: true }))];
  if (said === 'newlines') return ids(`\n${text}\n\n`);
  if (said === 'cut') return (await ids(`${text} 🦜`)).slice(0, -1);
  if (said === 'canonical') return ids(text);
  if (said === 'reasoning') {
    const isOpen = prefix.includes('<think>');
    return whole(`${isOpen ? '' : '<think>\n'}The thought.\n</think>\n\n${text}`);
  }
  if (said === 'call') {
    return whole(`${text}\n<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call>`);
  }
  return (await Promise.all(Array.from(text, ids))).flat();
}

function endOf({ encoder }: Judged, { ending }: Round, first: number | undefined): number[] {
  const isEnd = first !== undefined && encoder.stopIds.has(first);
  if (ending === 'template') return isEnd ? [first] : [];
  const other = [...encoder.stopIds].find((id) => id !== first);
  return ending === 'other' && other !== undefined ? [other] : [];
}

async function attempt<T>(action: () => Promise<T> | T): Promise<T | null> {
  try {
    return await action();
  } catch (error) {
    if (isSlimeError(error)) return null;
    throw error;
  }
}

function ask(
  { template, specials, conversation }: Judged,
  messages: readonly Message[],
  { tools = null }: { tools?: ToolSpec[] | null },
): PythonCase {
  const isText = conversation?.shape.strings ?? true;
  return {
    template,
    variables: {
      ...specials,
      ...TODAY,
      documents: null,
      tools,
      add_generation_prompt: true,
      messages: messages.map((message) =>
        isText ? message : { ...message, content: [{ type: 'text', text: message.content }] },
      ),
    },
  };
}
