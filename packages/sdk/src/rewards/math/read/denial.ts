const IN_FRONT = /^\W*(?:(?:text|mbox)\W*)?(?:(?:there|it) \w+ (?:no|not)|not|no|never)\b(?!\.)/i;
const BEHIND = /\b(?:not|never|cannot|isn't|doesn't)(?: be| equal)?\W*$/i;

/** Whether the left side of an equation denies it: `there is no x = 5`, `x is not = 5`. */
export function denies(left: string): boolean {
  return IN_FRONT.test(left) || BEHIND.test(left);
}

const HEDGE =
  /(?:^|[^\p{L}])(?:not|no|never|none|neither|nor|cannot|can't|isn't|aren't|doesn't|don't|wrong|incorrect|false|invalid|impossible|unless|except|if|or|either|but|however|maybe|perhaps|possibly|probably|might|guess|unsure|at least|at most|more than|less than|fewer than|greater than|about|around|nearly|almost|between)(?![\p{L}'])|[不非否没错或约]/iu;

/** Whether words take a value back, offer another, or only bound it. */
export function hedges(words: string): boolean {
  return HEDGE.test(words);
}
