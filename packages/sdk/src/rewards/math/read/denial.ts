const IN_FRONT = /^\W*(?:(?:text|mbox)\W*)?(?:(?:there|it) \w+ (?:no|not)|not|no|never)\b(?!\.)/i;
const BEHIND = /\b(?:not|never|cannot|isn't|doesn't)(?: be| equal)?\W*$/i;

/** Whether the left side of an equation denies it: `there is no x = 5`, `x is not = 5`. */
export function denies(left: string): boolean {
  return IN_FRONT.test(left) || BEHIND.test(left);
}
