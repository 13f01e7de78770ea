import fc from 'fast-check';
import type { Encoder, Message, ToolSpec } from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import { builtinEncoder, loadEncoder } from '../../src/tokens/index.ts';
import { checkpointWith } from './checkpoint-folder.ts';
import { plainText, tools } from './conversations.ts';
import { QWEN3 } from './qwen3-folder.ts';
import { PLAIN_END } from './templates/awkward.ts';
import { QWEN25_SHAPE } from './templates/qwen2.5-shape.ts';

const qwen3 = await loadEncoder({ checkpoint: QWEN3 });

/** How a turn ended: its end sampled, cut by length, or cut at a stop string. */
type End = 'eos' | 'length' | 'stop string';

interface Round {
  said: string;
  end: End;
  observation: Message[];
}

const words = fc
  .array(fc.constantFrom('The', 'answer', 'is', '42', 'é', '你好'), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(' '));
const call = '\n<tool_call>\n{"name": "f", "arguments": {"x": 1}}\n</tool_call>';
const userAnswer = plainText.map((content): Message[] => [{ role: 'user', content }]);
const toolAnswers = fc.array(
  plainText.map((content): Message => ({ role: 'tool', content })),
  { minLength: 1, maxLength: 3 },
);

const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    said: fc.oneof(
      words,
      words.map((text) => text + call),
    ),
    end: fc.constantFrom<End>('eos', 'length', 'stop string'),
    observation: fc.oneof(userAnswer, toolAnswers),
  }),
  { minLength: 1, maxLength: 5 },
);

/** Prompt, sampled ids and bridges, one after the other, and the conversation they make. */
async function stream(encoder: Encoder, first: Message[], played: Round[], specs?: ToolSpec[]) {
  const options = specs === undefined ? {} : { tools: specs };
  const history = [...first];
  const ids = [...(await encoder.encodePrompt(first, options)).ids];
  const [endOfTurn = -1] = await encoder.encodeText('<|im_end|>', { specials: true });
  for (const { said, end, observation } of played) {
    const sampled = [...(await encoder.encodeText(said, { specials: true }))];
    if (end === 'eos') sampled.push(endOfTurn);
    ids.push(...sampled);
    history.push({ role: 'assistant', content: said });
    const lastId = sampled.at(-1);
    const bridge = await encoder.encodeBridge({
      messages: observation,
      history,
      lastId,
      ...options,
    });
    ids.push(...bridge.ids);
    history.push(...observation);
  }
  const whole = encoder.render(history, { ...options, addGenerationPrompt: true });
  return { ids, whole: [...(await encoder.encodeText(whole, { specials: true }))] };
}

const opening: fc.Arbitrary<Message[]> = fc
  .tuple(fc.option(words), words)
  .map(([system, user]) => [
    ...(system === null ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user' as const, content: user },
  ]);

describe('prompt, turns and bridges are the ids of the whole conversation', () => {
  const encoders: readonly (readonly [string, () => Encoder | Promise<Encoder>])[] = [
    ['Qwen3', () => qwen3],
    [
      'the shape of Qwen2.5',
      async () => loadEncoder({ checkpoint: await checkpointWith(QWEN25_SHAPE) }),
    ],
    ['the built-in tokenizer', () => builtinEncoder()],
  ];
  test.each(encoders)('%s', async (_, make) => {
    const encoder = await make();
    await fc.assert(
      fc.asyncProperty(
        opening,
        rounds,
        fc.option(tools, { nil: undefined }),
        async (first, played, specs) => {
          const { ids, whole } = await stream(encoder, first, played, specs);
          expect(ids).toEqual(whole);
        },
      ),
      { seed: 4, numRuns: 150 },
    );
  });
});

test('the newline after a sampled turn end is there, as the template writes it', async () => {
  const messages: Message[] = [{ role: 'user', content: 'hi' }];
  const { ids } = await qwen3.encodeBridge({ messages, history: [], lastId: 151_645 });
  // "\n", <|im_start|>, user, "\n", hi, <|im_end|>, "\n", <|im_start|>, assistant, "\n"
  expect([...ids]).toEqual([198, 151_644, 872, 198, 6023, 151_645, 198, 151_644, 77_091, 198]);
});

test('a turn that did not sample its end gets it from the bridge', async () => {
  const messages: Message[] = [{ role: 'user', content: 'hi' }];
  for (const lastId of [undefined, 198, 151_643]) {
    const { ids } = await qwen3.encodeBridge({ messages, history: [], lastId });
    expect([...ids.subarray(0, 3)]).toEqual([151_645, 198, 151_644]);
  }
});

test('tool answers are one turn in the template’s tool branch', async () => {
  const messages: Message[] = [
    { role: 'tool', content: 'one' },
    { role: 'tool', content: 'two' },
  ];
  const { ids } = await qwen3.encodeBridge({ messages, history: [], lastId: 151_645 });
  expect(qwen3.decode(ids, { skipSpecialTokens: false })).toBe(
    '\n<|im_start|>user\n<tool_response>\none\n</tool_response>\n<tool_response>\ntwo\n</tool_response>' +
      '<|im_end|>\n<|im_start|>assistant\n',
  );
});

test('a bridge of an append-only template does not look at the history', async () => {
  const unread = new Proxy<Message[]>([], {
    get: () => {
      throw new Error('the history was read');
    },
  });
  const messages: Message[] = [{ role: 'user', content: 'next' }];
  const bridge = await qwen3.encodeBridge({ messages, history: unread, lastId: undefined });
  expect(bridge.ids.length).toBeGreaterThan(0);
});

test('an observation that holds the word the tail is found by is appended like any other', async () => {
  const content = 'Qz7AssistantTurn7zQ and Qz7AssistantTurn7zQ';
  const messages: Message[] = [{ role: 'user', content }];
  const { ids } = await qwen3.encodeBridge({ messages, history: [], lastId: 151_645 });
  expect(qwen3.decode(ids, { skipSpecialTokens: false })).toBe(
    `\n<|im_start|>user\n${content}<|im_end|>\n<|im_start|>assistant\n`,
  );
});

test('a newline at the end of a turn is no end of it, whatever the template writes next', async () => {
  const encoder = await loadEncoder({ checkpoint: await checkpointWith(PLAIN_END) });
  const [newline] = await encoder.encodeText('\n', { specials: false });
  const messages: Message[] = [{ role: 'user', content: 'hi' }];
  const { ids } = await encoder.encodeBridge({ messages, history: [], lastId: newline });
  expect(await encoder.decode(ids, { skipSpecialTokens: false })).toBe('\nuser: hi\nassistant: ');
});

test('an end that the checkpoint does not name is not repeated either, where it is a token', async () => {
  const folder = await checkpointWith(QWEN25_SHAPE, {
    'tokenizer_config.json': { eos_token: '<|endoftext|>' },
  });
  const encoder = await loadEncoder({ checkpoint: folder });
  const [end] = await encoder.encodeText('<|im_end|>', { specials: true });
  const messages: Message[] = [{ role: 'user', content: 'hi' }];
  const { ids } = await encoder.encodeBridge({ messages, history: [], lastId: end });
  expect(await encoder.decode(ids, { skipSpecialTokens: false })).toBe(
    '\n<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n',
  );
});
