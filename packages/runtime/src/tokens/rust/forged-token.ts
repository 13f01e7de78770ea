import type { Tokenizer as Binding } from 'tokenizers';
import type { AddedToken } from '../bpe/added-tokens.ts';

/** Other texts that normalizers make one of: another case, the wide forms of ASCII. */
const DISGUISES: readonly ((content: string) => string)[] = [
  (content) => content.toUpperCase(),
  (content) => content.toLowerCase(),
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
