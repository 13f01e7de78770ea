/** What an empty group would be the argument of: a command, a script, the rest of a fraction. */
const WANTS_ARGUMENT = /(?:\\[A-Za-z]+|\\[dtc]?(?:frac|binom)\s*\w|[\^_\]}\\])\s*$/;
/** Arguments that are complete: two groups, or the one of a script or a text command. */
const COMPLETE = /(?:\{[^{}]*\}\s*|(?:[\^_]|\\(?:text|mathrm))\s*)\{[^{}]*\}\s*$/;
/** A mark in front of its symbol hangs on the group before it: `{}^{14}C`. */
const EMPTY = /\{\s*\}(?!\s*[\^_])/g;

/** The text without the groups that hold nothing and are the argument of nothing: `5{}\%`. */
export function withoutEmptyGroups(text: string): string {
  let kept = '';
  let end = 0;
  for (const { index, 0: group } of text.matchAll(EMPTY)) {
    kept += text.slice(end, index);
    end = index + group.length;
    if (WANTS_ARGUMENT.test(kept) && !COMPLETE.test(kept)) kept += group;
  }
  return kept + text.slice(end);
}
