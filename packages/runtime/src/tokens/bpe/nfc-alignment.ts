import { nfcRuns } from './unicode.ts';

/** Where each UTF-16 unit of a normalised text comes from in the text before. */
export interface Alignment {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** A character after decomposition, or of the result. */
interface Changed {
  readonly character: string;
  /**
   * As the crate counts: 1 for a character that was added, 0 for one in the place of another, less
   * for one that also stands for so many that follow.
   */
  readonly change: number;
}

/**
 * Aligns a text with its NFC as the Rust crate does: a composed character stands for the first of
 * those it is made of.
 */
export function alignNfc(text: string): Alignment {
  const starts: number[] = [];
  const ends: number[] = [];
  let position = 0;
  for (const { run, isInert } of nfcRuns(text)) {
    const before = Array.from(run);
    const after = isInert ? unchanged(before) : composed(before, run);
    let next = 0;
    // The character that was consumed last: what is added stands for it.
    let last = position;
    for (const { character, change } of after) {
      let start = last;
      let end = position;
      if (change <= 0) {
        start = position;
        end = start + (before[next]?.length ?? 0);
        for (const consumed of before.slice(next, next + 1 - change)) {
          last = position;
          position += consumed.length;
          next += 1;
        }
      }
      for (let unit = 0; unit < character.length; unit += 1) {
        starts.push(start);
        ends.push(end);
      }
    }
  }
  return { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

function unchanged(characters: readonly string[]): Changed[] {
  return characters.map((character) => ({ character, change: 0 }));
}

/** The characters of a run's NFC with their changes. */
function composed(characters: readonly string[], run: string): Changed[] {
  const result = run.normalize('NFC');
  if (result === run) return unchanged(characters);
  // Marks are sorted, and change their places; equal ones keep their order.
  const changes = new Map<string, number[]>();
  for (const character of characters) {
    for (const [index, part] of Array.from(character.normalize('NFD')).entries()) {
      const known = changes.get(part) ?? [];
      known.push(index === 0 ? 0 : 1);
      changes.set(part, known);
    }
  }
  for (const list of changes.values()) list.reverse();
  const parts: (number | undefined)[] = [];
  const sorted = Array.from(run.normalize('NFD'));
  for (const part of sorted) parts.push(changes.get(part)?.pop());
  let first = 0;
  return Array.from(result, (character) => {
    const wanted = Array.from(character.normalize('NFD'));
    let change = 1 - wanted.length;
    let at = first;
    for (const part of wanted) {
      while (sorted[at] !== part || parts[at] === undefined) at += 1;
      change += parts[at] ?? 0;
      parts[at] = undefined;
      at += 1;
    }
    while (first < sorted.length && parts[first] === undefined) first += 1;
    return { character, change };
  });
}
