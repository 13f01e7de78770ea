/** Where a policy is in its plan: all that it remembers stands in the transcript. */
export interface PlanMark {
  readonly plan: number;
  readonly turn: number;
}

const OPEN = '(plan ';
const MARK = /^\(plan ([a-z]+), turn ([a-z]+)\)/;
const LETTERS = 26;
const FIRST = 97;

/** Letters, since digits could be taken for an output that the user waits for. */
function lettersOf(value: number): string {
  const rest = Math.floor(value / LETTERS);
  const last = String.fromCodePoint(FIRST + (value % LETTERS));
  return rest === 0 ? last : lettersOf(rest - 1) + last;
}

function numberOf(letters: string): number {
  let value = 0;
  for (const letter of letters) value = value * LETTERS + (letter.codePointAt(0) ?? 0) - FIRST + 1;
  return value - 1;
}

/** `(plan a, turn c)` */
export function writeMark({ plan, turn }: PlanMark): string {
  return `${OPEN}${lettersOf(plan)}, turn ${lettersOf(turn)})`;
}

/** The last mark of a transcript; undefined in its first turn. */
export function readMark(transcript: string): PlanMark | undefined {
  for (let at = transcript.length; at > 0;) {
    at = transcript.lastIndexOf(OPEN, at - 1);
    if (at === -1) return undefined;
    const [, plan, turn] = MARK.exec(transcript.slice(at, at + 40)) ?? [];
    if (plan !== undefined && turn !== undefined) {
      return { plan: numberOf(plan), turn: numberOf(turn) };
    }
  }
  return undefined;
}

/** A message without its marks. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/\(plan [a-z]+, turn [a-z]+\) ?/g, '');
}
