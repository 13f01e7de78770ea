/** The longest text that is shown of an end. */
const SHOWN = 16;

/**
 * The end of a prompt, where a turn may merge with it: a tokenization of both together may then have
 * other ids than the prompt and what was sampled behind it. Undefined where it ends in an added
 * token, and in a newline: only a turn that begins with whitespace merges there.
 *
 * @param tokens texts of added tokens
 */
export function plainEnd(prompt: string, tokens: readonly string[]): string | undefined {
  const line = prompt.slice(prompt.lastIndexOf('\n') + 1);
  const ends = tokens.flatMap((token) => {
    const at = line.lastIndexOf(token);
    return at < 0 ? [] : [at + token.length];
  });
  const end = line.slice(Math.max(0, ...ends)).slice(-SHOWN);
  return end === '' ? undefined : end;
}
