import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type SmallTokenizer, smallTokenizer } from './small-tokenizer.ts';

/** ChatML's tokens, with those of pictures. */
export const CHATML_TOKENS: SmallTokenizer = {
  added: [
    { content: '<|endoftext|>' },
    { content: '<|im_start|>' },
    { content: '<|im_end|>' },
    { content: '<|vision_start|>' },
    { content: '<|vision_end|>' },
    { content: '<|image_pad|>' },
    { content: '<think>', special: false },
    { content: '</tool_response>', special: false },
  ],
};

/** Writes files into a new folder, which is gone after the test; an object becomes JSON. */
export async function folderWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'checkpoint-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, isRaw ? content : JSON.stringify(content));
  }
  return folder;
}

/** A checkpoint with a small ChatML tokenizer and the given chat template. */
export function checkpointWith(
  template: string,
  files: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return folderWith({
    'tokenizer.json': smallTokenizer(CHATML_TOKENS),
    'tokenizer_config.json': { eos_token: '<|im_end|>' },
    'chat_template.jinja': template,
    ...files,
  });
}
