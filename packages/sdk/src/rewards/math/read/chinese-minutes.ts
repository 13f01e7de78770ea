/** `30分` behind hours, and `3分` in front of seconds: 分 alone may be a point or a cent. */
const BEHIND_HOURS =
  /(?<=时\s*\}?\s*\d{1,4}(?:\s|\\[,;: ])*(?:\\text\s*\{\s*)?)分(?![钟之米\p{Script=Han}])/gu;
const BEFORE_SECONDS =
  /(?<=\d(?:\s|\\[,;: ])*(?:\\text\s*\{\s*)?)分(?=\s*\}?\s*\d[\d.]*(?:\s|\\[,;: ])*(?:\\text\s*\{\s*)?秒)/gu;

/** A time in Chinese with its minutes spelt out. */
export function withMinutes(text: string): string {
  if (!text.includes('分')) return text;
  return text.replace(BEHIND_HOURS, '分钟').replace(BEFORE_SECONDS, '分钟');
}
