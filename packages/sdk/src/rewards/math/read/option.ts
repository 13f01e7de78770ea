/** A text or bold command around what stands before an option. */
const WRAPPED = /^\\(?:text|textbf|textrm|textup|mbox|mathrm|mathbf|bf|rm)\s*\{\s*([^{}]*?)\s*\}/;
/** `(B)`, `B)`, `B.`, `B:` with what it says behind it. */
const MARK = /^(?:\(([A-J])\)|([A-J])[).:](?!\d))/;
/** `(B)` and `B` in words: `Option B`, `Graph (B)`, `选B`. */
const IN_WORDS =
  /^(?:(?:option|choice|answer|graph|figure|diagram)\s+|(?:故?(?:应?选|选择|选项)|答案)[是为:]?\s*)\(?([A-J])\)?\.?$/i;
const ROOM = /^(?:[\s~:.,]|\\[,;: !]|\\q?quad(?![A-Za-z]))*/;
/** What joins an option to something else, or is done to it. */
const NO_VALUE =
  /^(?:[+*/^=<>&|!_)\]}-]|-(?=\s)|\\(?:cdot|times|div|cap|cup|pm|in|text\s*\{\s*(?:or|and)\b)|(?:or|and)\b)/;
const ANOTHER_OPTION = /\([A-J]\)|(?<![A-Za-z\\])[A-J][.):](?=\s)/;
/** Words that judge the option instead of repeating it. */
const JUDGED = /^(?:\\text\s*\{)?\s*(?:is|are|was|seems|not|cannot|isn't|or|and)\b/;

/** An option of a question, and what it says. */
export interface ReadOption {
  readonly letter: string;
  /** Empty where the letter stands alone. */
  readonly value: string;
}

/** The rest behind a mark that may be wrapped: `\textbf{(B) }12`, `\text{(B) Tuesday}`. */
function afterMark(source: string): { letter: string; rest: string; isSet: boolean } | null {
  const wrapped = WRAPPED.exec(source);
  const inside = wrapped?.[1] ?? source;
  const behind = wrapped === null ? '' : source.slice(wrapped[0].length);
  const mark = MARK.exec(inside);
  if (mark !== null) {
    const said = inside.slice(mark[0].length);
    const rest =
      wrapped === null || said.trim() === '' ? said + behind : `\\text{${said}}${behind}`;
    return { letter: mark[1] ?? mark[2] ?? '', rest, isSet: wrapped !== null };
  }
  // `\text{B}. 12`: the letter is set, the full stop is not.
  const isLetter = wrapped !== null && /^[A-J]$/.test(inside) && /^[).:]/.test(behind);
  return isLetter ? { letter: inside, rest: behind.slice(1), isSet: true } : null;
}

/**
 * Reads an answer that names an option with what it says, as the questions of contests print them:
 * `\textbf{(B)}\ 12`, `(B) 12`, `B. 12`. Null for a letter alone and for everything else: `(A)(B)`
 * and `(A) + 1` are formulas.
 */
export function readOption(source: string): ReadOption | null {
  const marked = afterMark(source.trim());
  if (marked === null) return null;
  const value = marked.rest.replace(ROOM, '');
  const isApart = marked.isSet || value.length < marked.rest.length;
  if (value === '' || !isApart || ANOTHER_OPTION.test(value) || JUDGED.test(value)) return null;
  const isNegative = /^-[\d.\\]/.test(value);
  return NO_VALUE.test(value) && !isNegative ? null : { letter: marked.letter, value };
}

/** The letter of `\text{Option B}`; null for everything else. */
export function optionInWords(source: string): string | null {
  const words = WRAPPED.exec(source)?.[0] === source ? WRAPPED.exec(source)?.[1] : source;
  return IN_WORDS.exec((words ?? '').trim())?.[1]?.toUpperCase() ?? null;
}
