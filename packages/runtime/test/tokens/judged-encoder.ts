import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Tokenizer } from 'tokenizers';
import type { Encoder } from 'slime-sdk';
import { type ConversationTemplate, loadChatEncoder } from '../../src/tokens/index.ts';
import { markersOf } from './gguf-templates.ts';
import { QWEN3 } from './qwen3-folder.ts';
import { smallTokenizer } from './small-tokenizer.ts';

/** An encoder, and the Rust tokenizer of the same vocabulary. */
export interface Judged {
  readonly name: string;
  readonly template: string;
  readonly encoder: Encoder;
  readonly conversation: ConversationTemplate | undefined;
  readonly crate: Tokenizer;
  /** `bos_token` and its like, for the template. */
  readonly specials: Readonly<Record<string, string>>;
}

const SPECIALS = { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>', pad_token: '<pad>' };
/** Else the day is the clock's. */
export const TODAY = { date_string: '26 Jul 2024' };

const ENDS = /^(?:<\|(?:im_end|eot_id|end|endoftext|end_of_text)\|>|<\/s>|<end_of_turn>)$/;

/** With the template's own markers as tokens of a small vocabulary, in which words merge a little. */
export async function judgedSmall(name: string, template: string): Promise<Judged> {
  const markers = [...new Set(['<s>', '</s>', '<|end|>', ...markersOf(template)])];
  const merges = ['T h', 'Th e', 'o k', 'a n', 'an d', 'Ġ w', 'Ċ Ċ', 'Ġ Ġ'];
  const json = smallTokenizer({ merges, added: markers.map((content) => ({ content })) });
  const first = 256 + merges.length;
  const ends = markers.flatMap((marker, at) => (ENDS.test(marker) ? [first + at] : []));
  const folder = mkdtempSync(path.join(tmpdir(), 'judged-'));
  try {
    const files = {
      'tokenizer.json': JSON.stringify(json),
      'tokenizer_config.json': JSON.stringify(SPECIALS),
      'generation_config.json': JSON.stringify({ eos_token_id: ends }),
      'chat_template.jinja': template,
    };
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    const encoder = await loadChatEncoder({ checkpoint: folder, templateKwargs: TODAY });
    const crate = Tokenizer.fromString(JSON.stringify(json));
    return {
      name,
      template,
      encoder,
      conversation: encoder.conversation,
      crate,
      specials: SPECIALS,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** With the vocabulary of Qwen3, whose tokens are ChatML's. */
export async function judgedQwen(name: string, template: string): Promise<Judged> {
  const folder = mkdtempSync(path.join(tmpdir(), 'judged-'));
  try {
    symlinkSync(path.join(QWEN3, 'tokenizer.json'), path.join(folder, 'tokenizer.json'));
    writeFileSync(path.join(folder, 'tokenizer_config.json'), '{"eos_token": "<|im_end|>"}');
    writeFileSync(path.join(folder, 'chat_template.jinja'), template);
    const encoder = await loadChatEncoder({ checkpoint: folder, templateKwargs: TODAY });
    const crate = Tokenizer.fromString(readFileSync(path.join(QWEN3, 'tokenizer.json'), 'utf8'));
    return {
      name,
      template,
      encoder,
      conversation: encoder.conversation,
      crate,
      specials: { eos_token: '<|im_end|>' },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
