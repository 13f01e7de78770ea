/** A text, or one that is long and repeats, so that reports and shrinking stay small. */
export type CompactText = string | { repeat: string; times: number };

/** The whole text. */
export function expandText(text: CompactText): string {
  return typeof text === 'string' ? text : text.repeat.repeat(text.times);
}
