/** More repetitions than this make a text too long to be of use. */
const MOST_REPEATS = 200;
const REPEATS = /\{(\d+)(?:,\d*)?\}/y;
const LOOK_AROUND = /\(\?<?[=!]/y;
const GROUP = /\((?!\?)|\(\?<(?![=!])[^>]*>/y;
const PROPERTY = /\\[pP]\{[^}]*\}/y;
const BACK_REFERENCE = /\\(?:[1-9]|k<)/y;
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;

/** Where the captured text of {@link plainRegex} goes: a private character. */
export const HOLE = '\ue000';

/**
 * Rewrites a regular expression so that texts can be generated from it: look-arounds and word
 * boundaries, which say where a match may stand and not what it is, are left out; Unicode
 * properties become a letter. With `hole` the first captured group becomes {@link HOLE}.
 *
 * Undefined where it cannot be: references back, classes that no usual character is in, hundreds of
 * repetitions, `hole` without a group.
 */
export function plainRegex(
  source: string,
  { unicode, hole = false }: { unicode: boolean; hole?: boolean },
): string | undefined {
  let plain = '';
  let isOpen = hole;
  let at = 0;
  while (at < source.length) {
    const lookAround = matchAt(LOOK_AROUND, source, at);
    const group = isOpen ? matchAt(GROUP, source, at) : undefined;
    if (lookAround !== undefined || group !== undefined) {
      const end = endOfGroup(source, at);
      if (end === undefined) return undefined;
      if (group !== undefined) {
        plain += HOLE;
        isOpen = false;
      }
      at = end;
      continue;
    }
    const atom = readAtom(source, at);
    const rewritten = rewriteAtom(atom, unicode);
    if (rewritten === undefined) return undefined;
    plain += rewritten;
    at += atom.length;
  }
  return isOpen ? undefined : plain;
}

/** A property, class, quantifier, escape or single character. */
function readAtom(source: string, at: number): string {
  for (const pattern of [PROPERTY, BACK_REFERENCE, CLASS, REPEATS]) {
    const found = matchAt(pattern, source, at);
    if (found !== undefined) return found;
  }
  return source.slice(at, at + (source[at] === '\\' ? 2 : 1));
}

function rewriteAtom(atom: string, unicode: boolean): string | undefined {
  if (atom === String.raw`\b` || atom === String.raw`\B`) return '';
  if (matchAt(BACK_REFERENCE, atom, 0) !== undefined) return undefined;
  if (unicode && matchAt(PROPERTY, atom, 0) !== undefined) return 'é';
  const repeats = matchAt(REPEATS, atom, 0);
  if (repeats !== undefined)
    return Number.parseInt(atom.slice(1), 10) > MOST_REPEATS ? undefined : atom;
  return atom.startsWith('[') && atom.length > 1 ? rewriteClass(atom, unicode) : atom;
}

/** A class that excludes all printable ASCII would be drawn from for ever. */
function rewriteClass(atom: string, unicode: boolean): string | undefined {
  const plain = unicode ? atom.replaceAll(/\\[pP]\{[^}]*\}/g, 'é') : atom;
  if (!plain.startsWith('[^')) return plain;
  const regex = compile(plain, unicode);
  if (regex === undefined) return undefined;
  for (let code = 0x20; code < 0x7f; code += 1) {
    if (regex.test(String.fromCharCode(code))) return plain;
  }
  return regex.test('é') ? 'é' : undefined;
}

function compile(source: string, unicode: boolean): RegExp | undefined {
  try {
    return new RegExp(source, unicode ? 'u' : '');
  } catch {
    // No fault: what is no expression in this reading gives no texts.
    return undefined;
  }
}

/** Index after the parenthesis that closes the one at `start`. */
function endOfGroup(source: string, start: number): number | undefined {
  let depth = 0;
  let at = start;
  while (at < source.length) {
    const atom = readAtom(source, at);
    at += atom.length;
    if (atom === '(') depth += 1;
    if (atom === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
