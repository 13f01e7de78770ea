/** What a terminal obeys or swallows, and what is no character, as half a surrogate pair. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
const NAMED: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r' };

/**
 * Writes a text so that each of its characters is seen and none is obeyed: control characters, lone
 * surrogates and marks of direction or no width become escapes (`\x1b`, `\ud800`, `\u202e`). Line
 * feeds stay.
 *
 * `##[` becomes `#\x23[`: GitHub's runner obeys `##[command]` anywhere in a line of a log.
 */
export function visibleText(text: string): string {
  return text
    .replace(UNSEEN, (character) => (character === '\n' ? '\n' : escapeCharacter(character)))
    .replaceAll('##[', '#\\x23[');
}

/** {@link visibleText} in one line: line feeds become `\n`. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n');
}

function escapeCharacter(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}
