const NAMED: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\u001b': '\\e',
  '\\': '\\\\',
};

/**
 * Text as it may be written to a terminal: control and format characters, line separators and lone
 * surrogates become escapes, so that no text moves the cursor, changes a colour or hides another.
 * A backslash is doubled.
 */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    if (code < 0x100) return NAMED[character] ?? `\\x${hex.padStart(2, '0')}`;
    return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
  });
}

/** The same of text that may have lines: line feeds stay. For messages of errors. */
export function escapeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeText(line).replaceAll('\\\\', '\\'))
    .join('\n');
}

/** Escaped, in quotation marks, cut in the middle when it has more characters than `limit`. */
export function quoteText(text: string, limit: number): string {
  const characters = Array.from(text);
  if (characters.length <= limit) return `"${escapeText(text)}"`;
  const half = Math.floor(limit / 2);
  const head = escapeText(characters.slice(0, half).join(''));
  const tail = escapeText(characters.slice(-half).join(''));
  return `"${head} … ${tail}" (${characters.length} characters)`;
}
