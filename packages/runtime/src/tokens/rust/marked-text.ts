/** A text in which some stretches have another name. */
export interface MarkedText {
  readonly text: string;
  readonly original: string;
  /** In order: where each such stretch is in the text and in the original. */
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly originalStart: number;
  readonly originalEnd: number;
}

/**
 * Offsets of the binding, which count code points of the marked text, as UTF-16 units of the
 * original: start and end, one pair after the other.
 */
export function originalOffsets(
  { text, original, marks }: MarkedText,
  offsets: Uint32Array,
): Uint32Array {
  const units = unitsOfCodePoints(text);
  const unit = (point: number) => units?.[point] ?? point;
  const result = new Uint32Array(offsets.length);
  for (let index = 0; index < offsets.length; index += 2) {
    const start = unit(offsets[index] ?? 0);
    const end = unit(offsets[index + 1] ?? 0);
    const before = marks.findLast((mark) => mark.start <= start);
    const around = marks.findLast((mark) => mark.start < end);
    result[index] = Math.min(
      before === undefined
        ? start
        : start < before.end
          ? before.originalStart
          : start - before.end + before.originalEnd,
      original.length,
    );
    result[index + 1] =
      around === undefined
        ? end
        : end <= around.end
          ? around.originalEnd
          : end - around.end + around.originalEnd;
  }
  return result;
}

/** Where each code point begins, and the end; undefined where all have one unit. */
function unitsOfCodePoints(text: string): Uint32Array | undefined {
  if (!/[\ud800-\udbff]/.test(text)) return undefined;
  const units: number[] = [];
  let position = 0;
  for (const character of text) {
    units.push(position);
    position += character.length;
  }
  units.push(position);
  return Uint32Array.from(units);
}
