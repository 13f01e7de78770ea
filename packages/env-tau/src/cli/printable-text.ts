/**
 * Text of data or of a model as it may be written to a terminal: control and format characters
 * become escapes, so that none moves the cursor or hides other text; line breaks and tabs stay.
 */
export function printableText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '\n' || character === '\t') return character;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** The same as a block under a name: further lines are indented, so that none passes for another's. */
export function printableBlock(name: string, text: string): string {
  return `${name}: ${printableText(text).replaceAll('\n', '\n    ')}`;
}
