/** `k \in \mathbb{Z}` at the end, in brackets or not. */
const QUANTIFIER =
  /([a-z])\s*\\in\s*(?:\\math(?:bb|bf|rm)\s*)?(?:\{\s*([ZN])\s*\}|([ZN]))\s*((?:\\right\s*)?\))?$/;
const OPENING = /(?:\\left\s*)?\($/;
const ROOM = /(?:[,;~]|\\[,;: ]|\\q?quad)$/;

/** An answer whose `(k \in \mathbb{Z})` stands behind a comma, as others write it. */
export function withListedQuantifier(answer: string): string {
  const found = QUANTIFIER.exec(answer);
  if (found === null) return answer;
  const [, name = '', grouped, bare, closing] = found;
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
  return head === '' || !isApart ? answer : `${head}, ${name}\\in ${grouped ?? bare ?? ''}`;
}
