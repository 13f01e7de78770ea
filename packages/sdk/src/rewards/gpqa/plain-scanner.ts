import { operandOfFunction } from './function-name.ts';
import { isCharge, isWordBefore, leadsToValue, needsClose, rightOf } from './operand.ts';
import { isCapital, isNamed, spellLetter } from './plain-letters.ts';
import {
  CAPITAL,
  CLOSE,
  COMMA,
  DOT,
  EQUALS,
  isDigit,
  isSmall,
  Kind,
  kindOf,
  LESS,
  MINUS,
  OPEN,
  operatorOf,
  OVER,
  PERCENT,
  PLUS,
  PLUS_MINUS,
  POWER,
  RAISED,
  SPACE,
  TIMES,
} from './plain-signs.ts';
import { matchesAt, SIGNED, SINGLE, TAG, THOUSANDS, unmoved } from './scan-patterns.ts';

/** What lies between the last word and what comes: nothing, notation, a blank, punctuation or a line's end. */
const [NOTHING, NOTATION, GAP, STOP] = [0, 1, 2, 3];

/** A sign is written by nine codes at most, as `Upsilon`, its mark and a blank are. */
const CODES_A_SIGN = 9;

const BRACE = 123;
/** What the Japanese copula begins with, and where scripts without blanks begin. */
const [DE, WIDE] = [0x30_67, 0x2e_80];
const COPULA = /^で(?:す|ある)/;
const SMALL_X = 120;

/** Writes a text as plain words, sign by sign, since a response may be a megabyte of short words. */
export class PlainScanner {
  readonly #text: string;
  readonly #keepsCase: boolean;
  readonly #codes: Uint8Array;
  #length = 1;
  #at = 0;
  #between = STOP;
  /** Whether an operator waits for its right operand. */
  #isOpen = false;
  /** Whether the last word is of a script without blanks. */
  #isWide = false;
  /** Whether the last letter is Greek, and of a formula: `hν` is `h\nu`. */
  #isGreek = false;
  /** Where the fraction of a number begins; 0 outside of one. */
  #fraction = 0;
  /** Digits of the number so far. */
  #digits = 0;

  constructor(text: string, keepsCase: boolean) {
    this.#text = text;
    this.#keepsCase = keepsCase;
    this.#codes = new Uint8Array(CODES_A_SIGN * text.length + 2);
    this.#codes[0] = SPACE;
  }

  scan(): Uint8Array {
    const text = this.#text;
    while (this.#at < text.length) {
      const written = text.charCodeAt(this.#at);
      const code = written > 127 ? unmoved(written) : written;
      if (isDigit(code)) this.#digit(code);
      else {
        if (this.#digits > 0 && this.#numberSign(code)) continue;
        const small = code | 32;
        if (isSmall(small) && code < 128) this.#letter(small, small !== code);
        else this.#sign(code, kindOf(code));
      }
    }
    this.#endNumber();
    this.#codes[this.#length] = SPACE;
    const end = this.#length === 1 ? 1 : this.#length + 1;
    return this.#codes.subarray(0, end);
  }

  #digit(code: number): void {
    if (this.#digits === 0 || this.#between !== NOTHING) this.#digits = 0;
    this.#word(code, false);
    this.#digits += 1;
    this.#at += 1;
  }

  /** Goes past a decimal point or a comma between thousands; else ends the number. */
  #numberSign(code: number): boolean {
    const isNext = isDigit(this.#text.charCodeAt(this.#at + 1)) && this.#between === NOTHING;
    if (isNext && code === DOT && this.#fraction === 0) {
      this.#push(DOT);
      this.#fraction = this.#length;
      this.#at += 1;
      return true;
    }
    const isThousand =
      isNext &&
      (code === COMMA || kindOf(code) === Kind.blank) &&
      this.#digits <= 3 &&
      this.#fraction === 0;
    if (isThousand && matchesAt(THOUSANDS, this.#text, this.#at)) {
      this.#digits = 0;
      this.#at += 1;
      // The digits that follow go on with the same number.
      for (let left = 3; left > 0; left -= 1) this.#digit(this.#text.charCodeAt(this.#at));
      return true;
    }
    this.#endNumber();
    return false;
  }

  /** `3.10` is `3.1`, and `3.0` is `3`. */
  #endNumber(): void {
    if (this.#fraction > 0) {
      while (this.#codes[this.#length - 1] === 48) this.#length -= 1;
      if (this.#codes[this.#length - 1] === DOT) this.#length -= 1;
    }
    this.#fraction = 0;
    this.#digits = 0;
  }

  #letter(small: number, isLarge: boolean): void {
    if (small === SMALL_X && isDigit(this.#last()) && this.#isBetweenNumbers()) {
      this.#join(TIMES, 1);
      return;
    }
    const isStart = this.#between !== NOTHING || !isSmall(this.#last());
    if (isStart && this.#startsFunction()) return;
    this.#partGreek(this.#isGreek);
    this.#word(small, false, isLarge);
    this.#at += 1;
    this.#letters();
  }

  /** The letters of ASCII that follow one, which are most of a text. */
  #letters(): void {
    const [text, codes] = [this.#text, this.#codes];
    let [at, length] = [this.#at, this.#length];
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const small = code | 32;
      if (code > 127 || small < 97 || small > 122) break;
      if (this.#keepsCase && small !== code) codes[length++] = CAPITAL;
      codes[length++] = small;
    }
    this.#at = at;
    this.#length = length;
  }

  /** A Greek letter is a word of its own beside others, as its command is. */
  #partGreek(isParted: boolean): void {
    if (isParted && this.#between === NOTHING) this.#between = NOTATION;
  }

  #isBetweenNumbers(): boolean {
    const { isNumber, hasGap } = rightOf(this.#text, this.#at + 1);
    return isNumber && hasGap === (this.#between === GAP) && this.#between !== STOP;
  }

  /** `ln 2`, `ln(2)` and `\ln{2}` are one word. */
  #startsFunction(): boolean {
    const end = operandOfFunction(this.#text, this.#at);
    if (end < 0) return false;
    for (; this.#at < end; this.#at += 1) {
      const small = this.#text.charCodeAt(this.#at) | 32;
      if (isSmall(small)) this.#word(small, false);
    }
    this.#push(OPEN);
    this.#isOpen = true;
    return true;
  }

  #sign(code: number, kind: number): void {
    if (kind === Kind.blank) this.#part(GAP);
    else if (kind === Kind.letter) this.#otherLetter(code);
    else if (kind === Kind.soft) this.#soft(code);
    else if (kind === Kind.open) this.#open(true);
    else if (kind === Kind.close) this.#close();
    else if (kind === Kind.relation) this.#relation(code);
    else if (kind === Kind.operator) this.#operator(this.#text.charAt(this.#at), operatorOf(code));
    else if (kind === Kind.raised) this.#raised();
    else if (kind === Kind.root) this.#root();
    else if (code === DOT && isDigit(this.#text.charCodeAt(this.#at + 1))) this.#point();
    else if (code === PERCENT && isDigit(this.#last()) && this.#between < STOP) this.#percent();
    else this.#part(STOP);
  }

  #soft(code: number): void {
    // Of braces only those of an exponent group what is in them.
    if (code === BRACE) this.#open(this.#last() === POWER);
    else this.#part(NOTATION);
  }

  /** `50 %` is `50%`. */
  #percent(): void {
    this.#push(PERCENT);
    this.#part(GAP);
  }

  /** `.5` is `0.5`. */
  #point(): void {
    if (this.#between === NOTHING && !this.#isOpen && this.#length > 1) this.#between = GAP;
    this.#word(48, false);
    this.#push(DOT);
    this.#digits = 1;
    this.#fraction = this.#length;
    this.#at += 1;
  }

  /** `10⁻⁴` is `10^-4`. */
  #raised(): void {
    const at = RAISED.indexOf(this.#text.charAt(this.#at));
    const isFirst = this.#at === 0 || !RAISED.includes(this.#text.charAt(this.#at - 1));
    const next = this.#text.charAt(this.#at + 1);
    // A sign by itself is the charge of an ion.
    const isIon = isFirst && at >= 10 && (next === '' || !RAISED.includes(next));
    const isApart = this.#between >= GAP && !isDigit(this.#last());
    if (isFirst && this.#length > 1) {
      if (isApart) this.#push(SPACE);
      else if (!isIon) this.#push(POWER);
    }
    this.#between = NOTHING;
    if (at < 10) this.#push(48 + at);
    else if (at === 10) this.#push(MINUS);
    else if (!isFirst || isIon) this.#push(PLUS);
    if (isIon) this.#part(NOTATION);
    else this.#at += 1;
  }

  #root(): void {
    for (const letter of 'sqrt') this.#word(letter.charCodeAt(0), false);
    this.#push(OPEN);
    this.#isOpen = true;
    this.#at += 1;
  }

  #otherLetter(code: number): void {
    // The copula at the end of a Japanese sentence is no part of its last word.
    const isCopula = code === DE && COPULA.test(this.#text.slice(this.#at, this.#at + 3));
    const spelling = isCopula ? [] : spellLetter(code);
    if (spelling.length === 0) this.#part(STOP);
    const isGreek = isNamed(spelling);
    const last = this.#last();
    this.#partGreek(isGreek ? !this.#isGreek && (isSmall(last) || isDigit(last)) : this.#isGreek);
    for (let part = 0; part < spelling.length; part += 1) {
      if (part === 0) this.#word(spelling[0] ?? 0, code >= WIDE, isCapital(code));
      else this.#push(spelling[part] ?? 0);
    }
    this.#isGreek = isGreek;
    if (spelling.length > 0 || isCopula) this.#at += 1;
  }

  #open(groups: boolean): void {
    if (!this.#isOpen) {
      this.#part(GAP);
      return;
    }
    const last = this.#last();
    const binds = last === TIMES || last === OVER || last === POWER || last === MINUS;
    if (groups && binds && !matchesAt(SINGLE, this.#text, this.#at)) this.#push(OPEN);
    this.#at += 1;
  }

  #close(): void {
    if (!this.#isOpen && this.#length > 1 && needsClose(this.#text, this.#at)) {
      this.#push(CLOSE);
      this.#between = NOTHING;
      this.#at += 1;
    } else this.#part(NOTATION);
  }

  #relation(code: number): void {
    const text = this.#text;
    const isTag = code === LESS && matchesAt(TAG, text, this.#at);
    const isArrow = /[-=<>]/.test(text.charAt(this.#at - 1));
    const hasEquals = text.charAt(this.#at + 1) === '=';
    const isOrEqual = hasEquals || code > 127;
    const size = hasEquals ? 2 : 1;
    const right = rightOf(text, this.#at + size);
    const isTouching = this.#between < GAP && isWordBefore(text, this.#at);
    const isValue = right.isNumber || (this.#length > 1 && this.#between < STOP);
    if (isTag || isArrow || isTouching || !right.isOperand || !isValue) {
      if (isTag) this.#at = TAG.lastIndex - 1;
      this.#part(GAP);
      return;
    }
    this.#between = GAP;
    this.#word(operatorOf(code), false);
    if (isOrEqual) this.#push(EQUALS);
    this.#isOpen = true;
    this.#at += size;
  }

  #operator(sign: string, operator: number): void {
    const text = this.#text;
    const isDouble = sign === '*' && text.charAt(this.#at + 1) === '*';
    const size = isDouble ? 2 : 1;
    const right = rightOf(text, this.#at + size);
    const isSigned = matchesAt(SIGNED, text, this.#at + size);
    const hasLeft = this.#length > 1 && this.#between < STOP && !this.#isOpen;
    const hasGap = this.#between >= GAP;
    const isRatio = operator === OVER && right.isNumber && isDigit(this.#last());
    const isEven = hasLeft && right.isOperand && (isRatio || hasGap === right.hasGap);
    if (operator === MINUS || operator === PLUS || operator === PLUS_MINUS) {
      this.#additive(operator, { sign, hasLeft, isEven });
    } else if (operator === POWER || /[×·⋅÷∕⁄]/.test(sign)) {
      if (hasLeft && (right.isOperand || isSigned)) this.#join(operator, 1);
      else this.#part(operator === POWER ? NOTATION : GAP);
    } else if (!isEven) this.#part(sign === '*' ? NOTATION : GAP);
    else if (isWordBefore(text, this.#at) && (right.isWord || hasGap || isDouble)) {
      // `hydrogen / helium`: both words stand by themselves.
      if (sign === '*') this.#part(hasGap || isDouble ? GAP : NOTATION);
      else this.#alone(operator);
    } else if (isDouble && right.hasGap) this.#part(NOTATION);
    else this.#join(isDouble ? POWER : operator, size);
  }

  #additive(
    operator: number,
    { sign, hasLeft, isEven }: { sign: string; hasLeft: boolean; isEven: boolean },
  ): void {
    const text = this.#text;
    const right = rightOf(text, this.#at + 1);
    const isWord = isWordBefore(text, this.#at);
    const isDash = sign === '–' || sign === '—';
    const hasGap = this.#between >= GAP;
    const isLed =
      hasGap && right.isNumber && (operator === PLUS_MINUS || leadsToValue(text, this.#at));
    if (this.#isOpen) {
      if (operator !== PLUS) this.#push(operator);
      this.#at += 1;
    } else if (isEven && !isWord && !right.isWord) this.#join(operator, 1);
    else if (operator === PLUS_MINUS && hasLeft && right.isOperand && !isWord) {
      this.#join(operator, 1);
    } else if (isEven && operator === PLUS) this.#alone(PLUS);
    else if (isEven && !hasGap) this.#part(GAP);
    else if (hasGap && right.isOperand && !right.hasGap && !(isDash && right.isWord)) {
      this.#prefix(operator);
    } else if (isLed) {
      this.#prefix(operator);
    } else if (
      hasLeft &&
      !hasGap &&
      operator !== PLUS_MINUS &&
      isCharge(text, this.#at, operator)
    ) {
      this.#push(operator);
      this.#part(NOTATION);
    } else this.#part(GAP);
  }

  /** A sign before its operand; a plus says nothing. */
  #prefix(operator: number): void {
    this.#between = GAP;
    if (operator !== PLUS) {
      this.#word(operator, false);
      this.#isOpen = true;
    }
    this.#at += 1;
  }

  #alone(operator: number): void {
    this.#between = GAP;
    this.#word(operator, false);
    this.#part(GAP);
  }

  #join(operator: number, size: number): void {
    this.#push(operator);
    this.#between = NOTHING;
    this.#isOpen = true;
    this.#at += size;
  }

  /** Goes past a sign that parts words. */
  #part(by: number): void {
    if (by === STOP) this.#isOpen = false;
    if (by > this.#between) this.#between = by;
    this.#at += 1;
  }

  #last(): number {
    return this.#codes[this.#length - 1] ?? SPACE;
  }

  #word(code: number, isWide: boolean, isLarge = false): void {
    const isParted = this.#between !== NOTHING || isWide !== this.#isWide;
    if (isParted && !this.#isOpen && this.#length > 1) this.#push(SPACE);
    this.#between = NOTHING;
    this.#isOpen = false;
    this.#isWide = isWide;
    this.#isGreek = false;
    if (isLarge && this.#keepsCase) this.#push(CAPITAL);
    this.#push(code);
  }

  #push(code: number): void {
    this.#codes[this.#length] = code;
    this.#length += 1;
  }
}
