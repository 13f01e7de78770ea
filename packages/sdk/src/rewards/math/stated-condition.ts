/**
 * Where a value is taken, or for which unknowns it holds: `34\text{ when }x=3`, `2x+3, \text{ where } x>0`.
 * Words behind it may name another value.
 */
const CONDITION =
  /\\(?:text|mbox|mathrm)\s*\{\s*,?\s*(?:(?:attained|achieved|reached|occurring) )?(?:when|where|at|for)\s*\}\s*(?:[a-z]|\\[a-z]+)(?:_\w)?\s*(?:=|<|>|≤|≥|\\(?:[lg]eq?|neq?|in)(?![A-Za-z]))(?:(?!\\(?:text|mbox|mathrm))[^,;])*$/;
const WORDS = /\b(?:when|where|at|for|if)\b/;
const ROOM = /(?:[\s,]|\\[,;: ]|\\q?quad)$/;

/** An answer without the condition behind it, which a label that has none does not ask for. */
export function withoutCondition(answer: string, label: string): string {
  const at = answer.search(CONDITION);
  if (at <= 0 || WORDS.test(label)) return answer;
  let head = answer.slice(0, at);
  while (ROOM.test(head)) head = head.replace(ROOM, '');
  return head === '' ? answer : head;
}
