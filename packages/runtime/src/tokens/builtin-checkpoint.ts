import { qwenVisionDefaults } from '../vision/vision-config.ts';
import type { AddedToken } from './bpe/added-tokens.ts';
import { byteCharacters } from './bpe/byte-alphabet.ts';
import { ByteLevelTokenizer } from './bpe/byte-level-tokenizer.ts';
import { BUILTIN_TEMPLATE } from './builtin-template.ts';
import type { Checkpoint } from './checkpoint.ts';
import { compileChatTemplate } from './jinja/chat-template.ts';
import type { LocalTime } from './jinja/local-time.ts';

const SPECIAL = [
  '<|endoftext|>',
  '<|im_start|>',
  '<|im_end|>',
  '<|vision_start|>',
  '<|vision_end|>',
  '<|image_pad|>',
];

/** Tokens that count as text: they are decoded with it. */
const MARKUP = ['<think>', '</think>', '<tool_call>', '</tool_call>'];

/**
 * A checkpoint without files: one id a byte (the byte itself), ten added tokens from 256 on, and a
 * ChatML template unless another is given. Pictures have the patches of Qwen2.5-VL.
 */
export function builtinCheckpoint(
  template = { name: 'built-in ChatML', source: BUILTIN_TEMPLATE },
  now?: () => LocalTime,
): Checkpoint {
  const addedTokens = [...SPECIAL, ...MARKUP].map((content, index): AddedToken => ({
    id: 256 + index,
    content,
    special: index < SPECIAL.length,
    normalized: false,
  }));
  const tokenizer = new ByteLevelTokenizer({
    vocab: Object.fromEntries(byteCharacters.map((character, byte) => [character, byte])),
    merges: [],
    ignoreMerges: false,
    addedTokens,
    nfc: false,
    splits: [],
    postProcessing: { trims: [], before: [], after: [] },
  });
  const idOf = (text: string): number =>
    addedTokens.find(({ content }) => content === text)?.id ?? -1;
  return {
    tokenizer,
    template: compileChatTemplate(template.source, template.name, now),
    specials: { eos_token: '<|im_end|>', pad_token: '<|endoftext|>' },
    stopIds: new Set(['<|im_end|>', '<|endoftext|>'].map(idOf)),
    vocabSize: tokenizer.size,
    imagePlaceholder: {
      pad: '<|image_pad|>',
      text: '<|vision_start|><|image_pad|><|vision_end|>',
    },
    vision: { ...qwenVisionDefaults, isDeclared: true },
  };
}
