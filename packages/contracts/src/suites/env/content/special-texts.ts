import type { Encoder } from 'slime-sdk';

/** A text that could hold a special token has one of these. */
const MARKS = /[<[|＜｜▁]/;

/** The special tokens of the tokenizer that stand in a text, as text, each once. */
export async function specialTexts(encoder: Encoder, text: string): Promise<string[]> {
  if (!MARKS.test(text)) return [];
  const ids = await encoder.encodeText(text, { specials: true });
  const visible = await encoder.decode(ids, { skipSpecialTokens: true });
  const whole = await encoder.decode(ids, { skipSpecialTokens: false });
  if (visible === whole) return [];
  const found = new Set<string>();
  for (const id of new Set(ids)) {
    if ((await encoder.decode([id], { skipSpecialTokens: true })) !== '') continue;
    found.add(await encoder.decode([id], { skipSpecialTokens: false }));
  }
  return [...found].filter((marker) => marker !== '');
}
