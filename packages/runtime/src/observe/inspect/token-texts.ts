import type { Encoder } from 'slime-sdk';

const REPLACED = '\u{fffd}';
/** Bytes of the longest character. */
const MOST_BYTES = 4;

/**
 * The text of each token. A character whose bytes are in several tokens stands at the last of them;
 * the others have a replacement character.
 */
export async function tokenTexts(ids: readonly number[], encoder: Encoder): Promise<string[]> {
  const texts: string[] = [];
  let open: number[] = [];
  for (const id of ids) {
    open.push(id);
    const whole = await encoder.decode(open, { skipSpecialTokens: false });
    if (!whole.includes(REPLACED)) {
      texts.push(whole);
      open = [];
      continue;
    }
    texts.push(await encoder.decode([id], { skipSpecialTokens: false }));
    if (open.length >= MOST_BYTES) open = [];
  }
  return texts;
}
