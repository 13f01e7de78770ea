/** `k \in \mathbb{Z}` and `n \in N^{*}` at the end, in brackets or not. */
const QUANTIFIER =
  /([a-z])\s*\\in\s*(?:\\math(?:bb|bf|rm)\s*)?(?:\{\s*([ZN])\s*\}|([ZN]))\s*((?:[_^]\s*(?:[*+]|\{\s*[*+]\s*\})\s*)*)((?:\\right\s*)?\))?$/;
const OPENING = /(?:\\left\s*)?\($/;
const ROOM = /(?:[,;~]|\\[,;:]?|\\q?quad)$/;

/**
 * An answer whose `(k \in \mathbb{Z})` stands behind a comma, as others write it. That the index of a
 * sequence is positive goes without saying: `(n \in N^*)` is left out.
 */
export function withListedQuantifier(answer: string): string {
  const found = QUANTIFIER.exec(answer);
  if (found === null) return answer;
  const [, name = '', grouped, bare = '', positive, closing] = found;
  let head = answer.slice(0, found.index).trimEnd();
  if (closing !== undefined) {
    if (!OPENING.test(head)) return answer;
    head = head.replace(OPENING, '').trimEnd();
  }
  let isApart = closing !== undefined;
  while (ROOM.test(head)) {
    head = head.replace(ROOM, '').trimEnd();
    isApart = true;
  }
  if (head === '' || !isApart) return answer;
  return positive === '' ? `${head}, ${name}\\in ${grouped ?? bare}` : head;
}
