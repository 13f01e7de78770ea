const OPTION = /(?<![\p{L}\p{N}])[A-Z](?![\p{L}\p{N}])/gu;
/** What may stand in a line that names options and says nothing of them. */
const FILLER =
  /\b(?:and|or|possibly|maybe|perhaps|likely|also|either|both|options?|answers?|rank(?:ing)?|order|vs|plus|then|with|probability|chance|confidence|certainty)\b|[和或与、及]/gi;
/** How far a line is looked at on each side of a place. */
const BESIDE = 400;

/** The options of a line that says nothing of them: `B; D`, `A < B < C`, `A: 10%, B: 90%`. */
export function lettersOfLine(text: string, at: number): readonly string[] {
  const before =
    text
      .slice(Math.max(0, at - BESIDE), at)
      .split('\n')
      .at(-1) ?? '';
  const after = text.slice(at, at + BESIDE).split('\n')[0] ?? '';
  const line = before + after;
  const rest = line.replaceAll(OPTION, ' ').replaceAll(FILLER, ' ');
  return /\p{L}/u.test(rest) ? [] : [...new Set(line.match(OPTION))];
}
