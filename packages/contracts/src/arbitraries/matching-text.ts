import fc from 'fast-check';
import { HOLE, plainRegex } from './plain-regex.ts';

/** Source and flags of a regular expression. */
export interface RegexLiteral {
  source: string;
  flags: string;
}

/**
 * Texts that a regular expression matches as a whole, or nearly so: look-arounds and word
 * boundaries are not heeded. `size` is of what may repeat. Undefined where it uses what cannot be
 * generated.
 */
export function matchingText(
  regex: RegexLiteral,
  size: fc.SizeForArbitrary = 'small',
): fc.Arbitrary<string> | undefined {
  return generate(regex, { hole: false, size });
}

/**
 * What stands before and after the first captured group of a match, as `[before, after]`: a reward
 * function that reads answers by `/<final>(.*)<\/final>/` gives `['<final>', '</final>']`.
 * Undefined where there is no such group, or it cannot be generated.
 */
export function matchingFrame(regex: RegexLiteral): fc.Arbitrary<[string, string]> | undefined {
  return generate(regex, { hole: true, size: 'small' })?.map((text): [string, string] => {
    const at = text.indexOf(HOLE);
    // The group may stand in an alternative that was not taken, or be repeated.
    if (at < 0) return [text, ''];
    return [text.slice(0, at), text.slice(at + HOLE.length).replaceAll(HOLE, '')];
  });
}

function generate(
  { source, flags }: RegexLiteral,
  { hole, size }: { hole: boolean; size: fc.SizeForArbitrary },
): fc.Arbitrary<string> | undefined {
  const unicode = /[uv]/.test(flags);
  const plain = plainRegex(source, { unicode, hole });
  if (plain === undefined) return undefined;
  try {
    const kept = flags.replaceAll(/[^s]/g, '') + (unicode ? 'u' : '');
    return fc.stringMatching(new RegExp(`^(?:${plain})$`, kept), { size });
  } catch {
    // No fault: an expression of which no texts can be made gives none.
    return undefined;
  }
}
