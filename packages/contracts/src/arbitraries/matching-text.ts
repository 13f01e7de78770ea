import fc from 'fast-check';

/** More repetitions than this make a text too long to be of use. */
const MOST_REPEATS = 200;
const REPEATS = /\{(\d+)/g;
/** Word boundaries and look-arounds say where a match may stand, not what it is. */
const BOUNDARY = /\\[bB]/g;
const LOOK_AROUND = /\(\?<?[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()[\]\\])*\)/g;
const PROPERTY = /\\[pP]\{[^}]*\}/g;
/** A negated class that leaves no character would be sought for ever. */
const EMPTY_CLASS = /\[\^(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)/;

/**
 * Texts that a regular expression matches as a whole, or nearly so: look-arounds and word
 * boundaries are left out, Unicode properties become letters. Undefined where it uses what cannot
 * be generated (references back, sets of the `v` flag).
 */
export function matchingText(regex: {
  source: string;
  flags: string;
}): fc.Arbitrary<string> | undefined {
  const source = simplify(regex.source);
  const repeats = [...source.matchAll(REPEATS)].map(([, count]) => Number(count));
  if (repeats.some((count) => count > MOST_REPEATS) || EMPTY_CLASS.test(source)) return undefined;
  const unicode = /[uv]/.test(regex.flags) ? 'u' : '';
  const flags = regex.flags.replaceAll(/[^ms]/g, '') + unicode;
  try {
    return fc.stringMatching(new RegExp(`^(?:${source})$`, flags));
  } catch {
    // Neither a fault nor of interest: this one expression gives no texts.
    return undefined;
  }
}

function simplify(source: string): string {
  let text = source.replaceAll(BOUNDARY, '').replaceAll(PROPERTY, 'é');
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replaceAll(LOOK_AROUND, '');
  }
  return text;
}
