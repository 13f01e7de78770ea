import type { BpeTables } from './bpe-tables.ts';
import type { PostProcessing } from './post-processor.ts';
import { whitespaceClass } from './unicode.ts';

const SPACE = 0x20;

/** As the crate counts them in a token's text, where a space of the byte alphabet is U+0120. */
const SPACES = `[\\u0120${whitespaceClass('native')}]*`;
const LEADING = new RegExp(`^${SPACES}`, 'u');
const TRAILING = new RegExp(`${SPACES}$`, 'u');

/** Takes the spaces at both ends of each token off its offsets, in place. */
export function trimOffsets(
  { keepsFirstSpace }: PostProcessing['trims'][number],
  ids: Int32Array,
  offsets: Uint32Array,
  { tokens, addedTokens }: BpeTables,
): void {
  const added = new Map(addedTokens.map(({ id, content }) => [id, content]));
  for (const [index, id] of ids.entries()) {
    const content = added.get(id);
    const from = tokens.starts[id] ?? 0;
    const to = tokens.starts[id + 1] ?? from;
    let leading = 0;
    let trailing = 0;
    if (content === undefined) {
      while (from + leading < to && tokens.bytes[from + leading] === SPACE) leading += 1;
      while (to - trailing > from && tokens.bytes[to - trailing - 1] === SPACE) trailing += 1;
    } else {
      leading = LEADING.exec(content)?.[0].length ?? 0;
      trailing = TRAILING.exec(content)?.[0].length ?? 0;
    }
    let start = offsets[index * 2] ?? 0;
    let end = offsets[index * 2 + 1] ?? 0;
    const isFirst = index === 0 || start === 0;
    if (!(isFirst && keepsFirstSpace && leading === 1)) start = Math.min(start + leading, end);
    if (end >= trailing) end = Math.max(end - trailing, start);
    offsets[index * 2] = start;
    offsets[index * 2 + 1] = end;
  }
}
