/**
 * Reads the one answer that a text ends with: `Answer: 17` on its last line.
 *
 * A text with several answers has none, so that listing them all earns nothing.
 */
export function readAnswer(text: string): string | null {
  const lines = text.trimEnd().split('\n');
  const answers = lines.filter((line) => /^\s*Answer:/i.test(line));
  if (answers.length !== 1) return null;
  return /^Answer: (-?\d+)$/.exec(lines.at(-1) ?? '')?.[1] ?? null;
}
