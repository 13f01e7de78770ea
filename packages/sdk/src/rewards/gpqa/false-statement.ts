const FALSE_STATEMENT =
  /(?<![\p{L}\p{N}])([A-Z])[)*_]{0,3}\s{1,4}(?:is|was)\s{1,4}the\s{1,4}(?:only\s{1,4})?(?:incorrect|false|wrong|untrue)\s{1,4}(?:statement|claim|assertion)\b/gu;
/** How much of a text is read, from its end. */
const MOST = 2048;

/** The only letter that is called the incorrect statement, as a question may ask for it. */
export function falseStatement(text: string): { letter: string; start: number } | null {
  const from = Math.max(0, text.length - MOST);
  const found = Array.from(text.slice(from).matchAll(FALSE_STATEMENT));
  const [first] = found;
  const letter = first?.[1];
  if (first === undefined || letter === undefined) return null;
  if (found.some((one) => one[1] !== letter)) return null;
  return { letter, start: from + first.index };
}
