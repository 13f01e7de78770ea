/** Scripts of very many characters that have no ASCII form: a text may hold all of them. */
const WITHOUT_ASCII = /[\u3400-\ua63f\uac00-\ud7ff\u{20000}-\u{10ffff}]+/gu;

/**
 * A text without accents and without what has no ASCII form: `São` is `Sao`.
 *
 * Character by character: marks are dropped anyway, and putting a million of them in order takes a
 * library very long.
 */
export function asciiForm(text: string): string {
  const known = new Map<string, string>();
  return text.replaceAll(WITHOUT_ASCII, '').replaceAll(/[^\0-\x7f]/gu, (character) => {
    const ascii = known.get(character) ?? asciiOf(character);
    known.set(character, ascii);
    return ascii;
  });
}

const asciiOf = (character: string): string =>
  character.normalize('NFKD').replaceAll(/[^\0-\x7f]/g, '');
