import type { Message, ToolSpec } from 'slime-sdk';
import { expect, test } from 'vitest';
import { builtinEncoder, loadChatEncoder, loadEncoder } from '../../src/tokens/index.ts';
import { CHATML_TOKENS, checkpointWith } from './checkpoint-folder.ts';
import { QWEN3 } from './qwen3-folder.ts';
import { smallTokenizer } from './small-tokenizer.ts';
import * as awkward from './templates/awkward.ts';
import { QWEN25_SHAPE } from './templates/qwen2.5-shape.ts';

const load = async (template: string) =>
  loadEncoder({ checkpoint: await checkpointWith(template) });

const TOOL: ToolSpec = { type: 'function', function: { name: 'look' } };

const conversation: Message[] = [
  { role: 'user', content: 'q1' },
  { role: 'assistant', content: 'a1' },
  { role: 'user', content: 'q2' },
  { role: 'assistant', content: 'a2' },
];

test('templates that only append say so', async () => {
  expect(builtinEncoder().template).toMatchObject({ appendOnly: true, rewrites: [] });
  expect((await load(QWEN25_SHAPE)).template).toMatchObject({ appendOnly: true, rewrites: [] });
});

test('Qwen3 says that it drops the reasoning of turns before a user message', async () => {
  const { template } = await loadEncoder({ checkpoint: QWEN3 });
  expect(template.appendOnly).toBe(false);
  expect(template.rewrites).toEqual([
    'when a user message follows, it rewrites an assistant turn with reasoning; what was sampled is kept',
    'when a user message follows, it rewrites an assistant turn with reasoning in unusual spacing; what was sampled is kept',
    'when a tool message follows, it rewrites an assistant turn with reasoning in unusual spacing; what was sampled is kept',
  ]);
});

test('a template variable that changes the generation prompt shows in the report', async () => {
  const { template } = await loadEncoder({
    checkpoint: QWEN3,
    templateKwargs: { enable_thinking: false },
  });
  expect(template.rewrites).toContain(
    'when a tool message follows, it rewrites what comes before an assistant turn with plain text; what was sampled is kept',
  );
});

test.each<[string, string, string]>([
  [
    'trims',
    awkward.TRIMS,
    'when a user message follows, it rewrites an assistant turn with text with whitespace around it',
  ],
  [
    'forgets',
    awkward.FORGETS,
    'when a user message follows, it rewrites what comes before an assistant turn with plain text',
  ],
  [
    'drops tool messages',
    awkward.DROPS_TOOL,
    'it cannot append a tool message, which fails the episode: it prints nothing of a message of role tool',
  ],
  [
    'refuses tool messages',
    awkward.REFUSES_TOOL,
    'it cannot append a tool message, which fails the episode: chat template ',
  ],
  [
    'ends turns in text',
    awkward.PLAIN_END,
    'when a user message follows, the turn ends in plain text, which may merge with it',
  ],
])('a template that %s says so', async (_, template, sentence) => {
  const { template: report } = await load(template);
  expect(report.appendOnly).toBe(false);
  expect(report.rewrites).toContainEqual(expect.stringContaining(sentence));
});

test.each([awkward.DROPS_TOOL, awkward.REFUSES_TOOL])(
  'an observation in a role that the template does not print is refused by name',
  async (template) => {
    const encoder = await load(template);
    const bridge = async (role: Message['role']) =>
      encoder.encodeBridge({ messages: [{ role, content: 'x' }], history: [], lastId: undefined });
    await expect(bridge('tool')).rejects.toThrow(/chat_template\.jinja cannot append .* role tool/);
    expect((await bridge('user')).ids.length).toBeGreaterThan(0);
  },
);

/** ChatML's turns with another opening of the assistant's, in messages and in the prompt. */
const opening = (start: string): string =>
  "{% for m in messages %}{{ ('" +
  start +
  "' if m.role == 'assistant' else '<|im_start|>user\\n') }}" +
  "{{ m.content + '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '" +
  start +
  "' }}{% endif %}";

test.each<[string, string, boolean]>([
  ['a token', '<|im_start|>', true],
  ['a newline', '<|im_start|>assistant\\n', true],
  ['plain text', 'Assistant:', false],
  ['a space', 'Assistant: ', false],
  ['a token, and then text', '<|im_start|>Assistant', false],
])('a template whose prompt ends in %s', async (_, start, appendOnly) => {
  const encoder = await loadEncoder({
    checkpoint: await checkpointWith(opening(start), {
      'tokenizer.json': smallTokenizer({
        added: [...(CHATML_TOKENS.added ?? []), { content: ' ', special: false }],
      }),
    }),
  });
  expect(encoder.template.appendOnly).toBe(appendOnly);
  const sentence = `a prompt ends in plain text (${JSON.stringify(start.replace(/.*\|>/, ''))}), which may merge with a turn`;
  expect(encoder.template.rewrites).toEqual(appendOnly ? [] : [sentence]);
});

test('what a policy says merges with Qwen3’s tokens of a prompt only where the report says so', async () => {
  const words = ['"yes"', 'yes', ' yes', "'s", ')', '?', '7', '你好', '<b>', '://x'];
  const qwen = await loadEncoder({ checkpoint: QWEN3 });
  const ids = async (text: string) => [...(await qwen.encodeText(text, { specials: true }))];
  for (const start of ['Assistant:', '<|im_start|>assistant\\n']) {
    const encoder = builtinEncoder({ template: { name: 'own', source: opening(start) } });
    const prompt = encoder.render([{ role: 'user', content: 'q' }], { addGenerationPrompt: true });
    let merged = 0;
    for (const said of words) {
      const apart = [...(await ids(prompt)), ...(await ids(said))];
      if ((await ids(prompt + said)).join() !== apart.join()) merged += 1;
    }
    expect([merged === 0, start]).toEqual([encoder.template.appendOnly, start]);
  }
});

test('a run that forks is told so where earlier turns are rewritten', async () => {
  const encoder = await loadChatEncoder({ checkpoint: QWEN3 });
  expect(encoder.conversation?.warnings('fork')).toEqual([
    'when a user message follows, it rewrites an assistant turn with reasoning; another sample begins there',
    'when a user message follows, it rewrites an assistant turn with reasoning in unusual spacing; another sample begins there',
    'when a tool message follows, it rewrites an assistant turn with reasoning in unusual spacing; ' +
      'what was sampled is kept up to the next user message, where another sample begins',
  ]);
});

test('a tail that depends on the history is taken from the whole conversation', async () => {
  const encoder = await load(awkward.NUMBERED);
  const messages: Message[] = [{ role: 'user', content: 'q3' }];
  const { ids } = await encoder.encodeBridge({
    messages,
    history: conversation,
    lastId: undefined,
  });
  expect(encoder.decode(ids, { skipSpecialTokens: false })).toBe(
    '<|im_end|>\n<|im_start|>user5\nq3<|im_end|>\n<|im_start|>assistant\n',
  );
});

test('a tail that depends on the tools is rendered with them', async () => {
  const encoder = await load(awkward.TOOLS_LAST);
  const messages: Message[] = [{ role: 'user', content: 'q3' }];
  const bridge = { messages, history: conversation, lastId: undefined };
  const { ids } = await encoder.encodeBridge({ ...bridge, tools: [TOOL] });
  expect(encoder.decode(ids, { skipSpecialTokens: false })).toBe(
    '<|im_end|>\n[{"type": "function", "function": {"name": "look"}}]<|im_start|>user\nq3<|im_end|>\n' +
      '<|im_start|>assistant\n',
  );
});

test('template variables of one request change its bridge', async () => {
  const encoder = await loadEncoder({ checkpoint: QWEN3 });
  const bridge = {
    messages: [{ role: 'user', content: 'q' }],
    history: [],
    lastId: undefined,
  } as const;
  const thinking = await encoder.encodeBridge(bridge);
  const silent = await encoder.encodeBridge({ ...bridge, kwargs: { enable_thinking: false } });
  const before = await encoder.decode(thinking.ids, { skipSpecialTokens: false });
  expect(await encoder.decode(silent.ids, { skipSpecialTokens: false })).toBe(
    `${before}<think>\n\n</think>\n\n`,
  );
});

test('content goes to the template in the shape that it takes', async () => {
  const parts: Message[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
  ];
  const string: Message[] = [{ role: 'user', content: 'ab' }];
  const whole = '<|im_start|>user\nab<|im_end|>\n';
  for (const template of [QWEN25_SHAPE, awkward.PARTS_ONLY, awkward.TRIMS]) {
    const encoder = await load(template);
    for (const messages of [parts, string]) {
      expect(encoder.render(messages, { addGenerationPrompt: false })).toContain(whole);
    }
  }
});

test('tool calls reach the template in OpenAI’s form, arguments as a mapping', async () => {
  const encoder = await load('{{ messages[0].tool_calls | tojson }}');
  const messages: Message[] = [
    { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'f', arguments: { x: 1 } }] },
  ];
  expect(encoder.render(messages, { addGenerationPrompt: false })).toBe(
    '[{"id": "c1", "type": "function", "function": {"name": "f", "arguments": {"x": 1}}}]',
  );
});

test('templates that print no tools say so', async () => {
  expect((await loadEncoder({ checkpoint: QWEN3 })).template.printsTools).toBe(true);
  expect(builtinEncoder().template.printsTools).toBe(true);
  const template =
    '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}';
  expect((await load(template)).template.printsTools).toBe(false);
});
