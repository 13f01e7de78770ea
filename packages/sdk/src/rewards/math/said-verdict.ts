const VERDICT = /^(?:yes|no|true|false)$/i;
const TEXT = /\\(?:text|textbf|textrm|mbox|mathrm)(?![A-Za-z])\s*|[{}]/g;
/** The verdict in front, and the reason that follows it. */
const WITH_REASON = /^\s*(yes|no|true|false)\s*[,.;:]([\s\S]*)$/i;
/** What takes the verdict back, or lets it hold in part. */
const CONDITION =
  /\b(?:yes|no|true|false|but|however|maybe|perhaps|sometimes|unless|except|if|only|or|when|wait)\b/i;

/** Whether an answer is the verdict of a label with a reason: `Yes, it is` to `Yes`. */
export function saysVerdict(label: string, answer: string): boolean {
  const verdict = label.replaceAll(TEXT, '').trim();
  if (!VERDICT.test(verdict)) return false;
  const [, said = '', reason = ''] = WITH_REASON.exec(answer.replaceAll(TEXT, ' ')) ?? [];
  return said.toLowerCase() === verdict.toLowerCase() && !CONDITION.test(reason);
}
