import type { Tokenizer as Binding } from 'tokenizers';
import type { AddedToken } from '../bpe/added-tokens.ts';

/** Other texts that normalizers make one of: another case, parts of characters, wide ASCII. */
const DISGUISES: readonly ((content: string) => string)[] = [
  (content) => content.toUpperCase(),
  (content) => content.toLowerCase(),
  (content) => content.normalize('NFD'),
  (content) =>
    content.replaceAll(/[!-~]/g, (character) =>
      String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0),
    ),
];

/** An added token that the normalizer makes of other text as well, undefined where there is none. */
export function forgedToken(binding: Binding, tokens: readonly AddedToken[]): string | undefined {
  const normalizer = binding.getNormalizer();
  if (normalizer === null) return undefined;
  const becomes = (content: string): boolean =>
    DISGUISES.some((disguise) => {
      const other = disguise(content);
      return (
        other !== content &&
        normalizer.normalizeString(other) === normalizer.normalizeString(content)
      );
    });
  return tokens.find(({ content, normalized }) => normalized && becomes(content))?.content;
}

/**
 * An added token that is matched after normalisation, where the normalizer treats text around it
 * otherwise than text by itself (`Strip`, `Prepend`); undefined where there is none. Texts that hold
 * it cannot be cut there.
 */
export function blurredToken(binding: Binding, tokens: readonly AddedToken[]): string | undefined {
  const normalizer = binding.getNormalizer();
  if (normalizer === null) return undefined;
  const [before, after] = ['x ', ' x'];
  const [first, last] = [before, after].map((text) => normalizer.normalizeString(text));
  return tokens.find(
    ({ content, normalized }) =>
      normalized &&
      normalizer.normalizeString(content) === content &&
      normalizer.normalizeString(before + content + after) !== `${first}${content}${last}`,
  )?.content;
}
