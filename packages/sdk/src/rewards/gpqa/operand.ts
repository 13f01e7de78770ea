import { DOT, isDigit, Kind, kindOf, PLUS, TIMES } from './plain-signs.ts';
import { matchesAt, SINGLE_BEFORE, STRONG_OPERATOR } from './scan-patterns.ts';

/** How far an operand is looked for, and how much of a word. */
const REACH = 6;
const WORD_REACH = 20;

const FUNCTION = /^(?:sqrt|sin|cos|tan|log|ln|exp)$/i;
const ION =
  /(?:^|[^\p{L}\p{N}])(?:(?=\d{0,3}[A-Za-z])[A-Za-z0-9]{1,4}|(?:[A-Z][a-z]?\d{0,3}){1,6})$/u;
const LEAD =
  /(?:[:=≈~→⇒]|\b(?:is|are|was|be|equals?|about|approximately|roughly|just|so|thus|hence|then|therefore|gives?|gave|giving|gets?|got|obtain(?:s|ed)?|finds?|found|yields?|becomes?|ha(?:s|ve)|to|of|as|at))(?:[^\S\n]|[$*_({]){0,4}$/i;
const BACKSLASH = 92;

/** What an operator has on its right. */
export interface Right {
  /** Whether a number, a letter or a bracket follows, on the same line. */
  isOperand: boolean;
  hasGap: boolean;
  /** Whether it is a word of several letters, but no function of mathematics. */
  isWord: boolean;
  isNumber: boolean;
}

const isLetter = (code: number): boolean => kindOf(code) === Kind.letter;
/** Stars mark emphasis where they join nothing. */
const isSoft = (code: number): boolean => code === TIMES || kindOf(code) === Kind.soft;

/** Looks at what follows a place. */
export function rightOf(text: string, start: number): Right {
  let [at, hasGap, isCommand] = [start, false, false];
  let code = text.charCodeAt(at);
  for (; at < start + REACH; code = text.charCodeAt(++at)) {
    if (kindOf(code) === Kind.blank) hasGap = true;
    else if (!isSoft(code)) break;
    else isCommand ||= code === BACKSLASH;
  }
  const kind = kindOf(code);
  const isNumber = kind === Kind.digit || (code === DOT && isDigit(text.charCodeAt(at + 1)));
  const isOperand = isNumber || kind === Kind.letter || kind === Kind.open || kind === Kind.root;
  const isWord = kind === Kind.letter && !isCommand && isWordFrom(text, at, hasGap);
  return { isOperand, hasGap, isWord, isNumber };
}

function isWordFrom(text: string, start: number, hasGap: boolean): boolean {
  let end = start + 1;
  while (end < start + WORD_REACH && isLetter(text.charCodeAt(end))) end += 1;
  if (end === start + 1) {
    // `4 - a value`: an article begins what comes next.
    return hasGap && /^[aI]\s[a-z]{2}/.test(text.slice(start, end + 3));
  }
  return kindOf(text.charCodeAt(end)) !== Kind.digit && !FUNCTION.test(text.slice(start, end));
}

/** Whether a word of several letters ends before a place: no number, no variable, no formula. */
export function isWordBefore(text: string, end: number): boolean {
  let last = end;
  while (last > end - REACH) {
    const code = text.charCodeAt(last - 1);
    if (kindOf(code) !== Kind.blank && !isSoft(code)) break;
    last -= 1;
  }
  let start = last;
  while (start > last - WORD_REACH && isLetter(text.charCodeAt(start - 1))) start -= 1;
  if (last - start < 2) return false;
  const before = text.charCodeAt(start - 1);
  return kindOf(before) !== Kind.digit && before !== BACKSLASH;
}

/** Whether the word before a place is a short one with a letter in it, as of an ion: `Cl`, `NO3`. */
const isIonBefore = (text: string, end: number): boolean =>
  ION.test(text.slice(Math.max(0, end - 20), end));

/** `Na+`, `Cl-`, `Fe^{3+}`; a dash that a number has behind it begins what comes next. */
export function isCharge(text: string, at: number, operator: number): boolean {
  const next = text.charAt(at + 1);
  if (next === '>' || next === '-' || next === '+') return false;
  return operator === PLUS || next === '}' || isIonBefore(text, at);
}

/** Whether the end of a bracket is written: an operator follows that would bind to its last part alone. */
export function needsClose(text: string, at: number): boolean {
  if (!matchesAt(STRONG_OPERATOR, text, at + 1)) return false;
  if (!rightOf(text, STRONG_OPERATOR.lastIndex).isOperand) return false;
  return !SINGLE_BEFORE.test(text.slice(Math.max(0, at - 40), at));
}

/** Whether what stands before a place leads to a value: `is`, `:` or an equals sign. */
export const leadsToValue = (text: string, end: number): boolean =>
  LEAD.test(text.slice(Math.max(0, end - 16), end));
