/** `###STOP###`, `[DONE]`, `<<END>>`. */
const FENCED = /^[^\w\s]+[A-Z][A-Z _-]{2,}[^\w\s]+$/;
/** Words that end a talk by themselves. */
const ENDING = /^(?:TERMINATE|STOP|DONE|END|FINISH|FINISHED|EXIT|QUIT|COMPLETE|TASK_[A-Z_]+)$/;
const LONGEST_MARKER = 40;

/** Whether a literal looks like the end of a talk. */
export function isStopMarker(literal: string): boolean {
  return literal.length <= LONGEST_MARKER && (FENCED.test(literal) || ENDING.test(literal));
}
