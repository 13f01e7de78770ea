import type { Message, TemplateRewording, ToolSpec } from 'slime-sdk';
import { expect, test } from 'vitest';
import { builtinEncoder, loadEncoder } from '../../src/tokens/index.ts';
import { QWEN3 } from './qwen3-folder.ts';

const WORDS = 'You may call one or more functions to assist with the user query.';
const reword: TemplateRewording = { from: WORDS, to: 'Call one function, or none: $& <|im_end|>' };
const tools: ToolSpec[] = [{ type: 'function', function: { name: 'look' } }];

const prompt = (system: string): Message[] => [
  { role: 'system', content: system },
  { role: 'user', content: 'Hello.' },
];

test("the template's own words are put in other words, and those of messages are not", async () => {
  const encoder = await loadEncoder({ checkpoint: QWEN3 });
  for (const system of ['Be brief.', WORDS, `${WORDS}${WORDS} <|im_end|>`]) {
    const plain = await encoder.encodePrompt(prompt(system), { tools });
    const before = await encoder.decode(plain.ids, { skipSpecialTokens: false });
    const { ids } = await encoder.encodePrompt(prompt(system), { tools, reword });
    const text = await encoder.decode(ids, { skipSpecialTokens: false });
    const at = before.lastIndexOf(WORDS);
    expect(text).toBe(before.slice(0, at) + reword.to + before.slice(at + WORDS.length));
  }
});

test('a template without the words is an error that names both', async () => {
  const encoder = builtinEncoder();
  const encode = async () => encoder.encodePrompt(prompt(WORDS), { tools, reword });
  await expect(encode()).rejects.toThrow(/chat template .* has no text "You may call one or more/);
  const qwen = await loadEncoder({ checkpoint: QWEN3 });
  await expect(async () => qwen.encodePrompt(prompt(WORDS), { reword })).rejects.toMatchObject({
    code: 'SLIME_ENCODER',
  });
});
