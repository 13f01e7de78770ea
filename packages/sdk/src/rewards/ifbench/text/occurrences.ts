/** A text as code points, for {@link occurrences}. */
export function codePoints(text: string): Uint32Array {
  const codes = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; length += 1) {
    const code = text.codePointAt(at) ?? 0;
    codes[length] = code;
    at += code > 0xff_ff ? 2 : 1;
  }
  return codes.subarray(0, length);
}

/** How far the longest start of a text that is also an end of each of its starts reaches. */
function borders(wanted: Uint32Array): Uint32Array {
  const lengths = new Uint32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (length > 0 && wanted[at] !== wanted[length]) length = lengths[length - 1] ?? 0;
    if (wanted[at] === wanted[length]) length += 1;
    lengths[at] = length;
  }
  return lengths;
}

/**
 * Where a text stands in another, overlapping places too: the search of Knuth, Morris and Pratt,
 * which takes time in proportion to both however often they repeat themselves.
 *
 * @throws TypeError for an empty text, which stands everywhere.
 */
export function* occurrences(source: Uint32Array, wanted: Uint32Array): Generator<number> {
  if (wanted.length === 0) throw new TypeError('occurrences: the wanted text is empty');
  const lengths = borders(wanted);
  let length = 0;
  for (let at = 0; at < source.length; at += 1) {
    while (length > 0 && source[at] !== wanted[length]) length = lengths[length - 1] ?? 0;
    if (source[at] === wanted[length]) length += 1;
    if (length === wanted.length) {
      yield at + 1 - length;
      length = lengths[length - 1] ?? 0;
    }
  }
}

/** How often a text stands in another without overlap, Python's `str.count`. */
export function countOf(source: Uint32Array, wanted: Uint32Array): number {
  let [count, free] = [0, 0];
  for (const start of occurrences(source, wanted)) {
    if (start < free) continue;
    count += 1;
    free = start + wanted.length;
  }
  return count;
}
