const GIVEN_UP =
  /(?:^|[.!?\n]\s{0,3})(?:(?:but|finally|so|sorry|honestly|well|hence|thus|unfortunately|still),?\s{1,3})?(?:I\s{1,3}(?:(?:really|just|still|simply)\s{1,3})?(?:(?:do\s{1,3}not|don['’]t|cannot|can['’]t)\s{1,3}(?:know|tell|say|decide)|give\s{1,3}up|have\s{1,3}no\s{1,3}idea)|no\s{1,3}idea)(?:\s{1,3}the\s{1,3}(?:correct\s{1,3})?answer)?\s{0,2}(?:[.!\n]|$)|(?:^|[。！？，\n])\s{0,3}我?(?:也|还是)?(?:不知道|放弃|無法確定|无法确定)(?:答案)?\s{0,2}(?:[。！\n]|$)/gi;
/** How much of a text is read, from its end. */
const MOST = 4096;

/** What a text says behind its last `I do not know`, which takes back what it only mentions. */
export function behindGivingUp(text: string): string {
  const from = Math.max(0, text.length - MOST);
  const last = Array.from(text.slice(from).matchAll(GIVEN_UP)).at(-1);
  return last === undefined ? text : text.slice(from + last.index + last[0].length);
}
