const WHY =
  '(?:(?:because|since|as|for|the\\s{1,4}others|reason|explanation)\\b|因为|因為|由于|理由|解析|原因|なぜなら)';
/** `**B**`, `Option B.` and `选项B` as a line; `C。因为…`, `B because …`, `B - the others …`. */
const ANSWER_LINE = new RegExp(
  `(?:^|\\n)[ \\t"'“‘(\\[{$*_#>（【「\\\\-]{0,12}(?<noun>(?:option|choice|answer)\\s{1,4}|选项|選項)?[(*_$（]{0,4}(?<letter>[A-Z])[)\\]}*_$"'’”）】」]{0,6}(?<item>选项|選項|项|項)?` +
    `(?:(?:[ \\t.。:：!*\\r]{0,8}(?=\\n|$))|[\\s,，.。:：;；、–—(（-]{1,4}${WHY}|(?<bare>。|\\.(?=\\s|[^\\p{ASCII}])))`,
  'giu',
);
/** Options that are named one by one. */
const HEADS = /(?:^|[\n.;。；]\s{0,3})[*_(]{0,3}[A-Z][)*_]{0,3}\s{0,2}[:：.)。]/g;
/** How much of a text is read, from its end. */
const MOST = 1 << 13;

/**
 * The letter of the only line that is one, or that gives reasons for one: `**B**`, `C。因为…`. Lines
 * of other letters make it one of several.
 */
export function lineLetter(text: string): { letter: string; start: number } | null {
  const from = Math.max(0, text.length - MOST);
  const part = text.slice(from);
  const isList = (part.match(HEADS)?.length ?? 0) > 1;
  const lines = Array.from(part.matchAll(ANSWER_LINE)).filter(
    ({ 0: match, index, groups = {} }) => {
      const { letter = '', noun, item, bare } = groups;
      const isLast = /[(*]/.test(match) && part.trimEnd().length <= index + match.length;
      return (
        (letter < 'a' || noun !== undefined || isLast) &&
        !(isList && bare !== undefined && (noun ?? item) === undefined)
      );
    },
  );
  const [line] = lines;
  const letter = line?.groups?.['letter']?.toUpperCase();
  if (line === undefined || letter === undefined) return null;
  if (lines.some(({ groups }) => groups?.['letter']?.toUpperCase() !== letter)) return null;
  return { letter, start: from + line.index };
}
