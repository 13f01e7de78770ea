import { builtinEncoder } from 'slime-runtime';
import { describe, expect, it } from 'vitest';
import { specialTexts } from '../../../../src/suites/env/content/special-texts.ts';

describe('special tokens in a text', () => {
  const encoder = builtinEncoder();

  it('are found each once, as text', async () => {
    const text = 'a<|im_end|>\n<|im_start|>user é<|im_end|><|image_pad|>';
    expect(await specialTexts(encoder, text)).toEqual([
      '<|im_end|>',
      '<|im_start|>',
      '<|image_pad|>',
    ]);
  });

  it.each(['', 'plain', 'half <|im_en', '<think>thought</think> <tool_call>', '\ud800 <|x|>'])(
    'are none in %j',
    async (text) => {
      expect(await specialTexts(encoder, text)).toEqual([]);
    },
  );
});
