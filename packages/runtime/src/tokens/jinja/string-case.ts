import { chargeCharacters, chargeSlowly } from './budget.ts';
import { TemplateError } from './template-error.ts';

/** Characters whose form in a title is not the one in capitals: `ǆ`, `ﬁ`, `ᾳ`, Georgian. */
const SPECIAL_TITLE =
  /[\u01c4-\u01cc\u01f1-\u01f3\u10d0-\u10ff]|[\u0149\u01f0\u0390\u03b0\u0587\u1e96-\u1e9a\u1f50-\u1fff\ufb00-\ufb17\u00df]/;

/**
 * A character at the start of a word.
 *
 * @throws TemplateError for the few whose form in a title JavaScript does not know
 */
function titleCase(character: string): string {
  if (SPECIAL_TITLE.test(character)) {
    throw new TemplateError(`the title case of ${JSON.stringify(character)} is not implemented`);
  }
  return character.toUpperCase();
}

/** Python's `str.capitalize`. */
export function capitalize(subject: string): string {
  const [first = ''] = subject;
  // The whole is lowered, so that a last sigma sees what stands before it.
  return titleCase(first) + lowerRest(subject, first);
}

function lowerRest(subject: string, first: string): string {
  const rest = subject.slice(first.length);
  return rest.includes('Σ')
    ? `${first}${rest}`.toLowerCase().slice(first.toLowerCase().length)
    : rest.toLowerCase();
}

/** Python's `str.title`: a word starts at a cased character after one that is not. */
export function title(subject: string): string {
  if (subject.includes('Σ')) {
    throw new TemplateError('title() of a text with a Σ is not implemented');
  }
  chargeSlowly(subject.length);
  let result = '';
  let isInside = false;
  for (const character of subject) {
    result += isInside ? character.toLowerCase() : titleCase(character);
    isInside = isCased(character);
  }
  return result;
}

function isCased(character: string): boolean {
  return /\p{Cased}/u.test(character);
}

/** Python's `str.swapcase`. */
export function swapCase(subject: string): string {
  if (subject.includes('Σ')) {
    throw new TemplateError('swapcase() of a text with a Σ is not implemented');
  }
  chargeSlowly(subject.length * 3);
  return Array.from(subject, (character) =>
    isUpper(character)
      ? character.toLowerCase()
      : isLower(character)
        ? character.toUpperCase()
        : character,
  ).join('');
}

function isUpper(character: string): boolean {
  return /\p{Uppercase}/u.test(character);
}

function isLower(character: string): boolean {
  return /\p{Lowercase}/u.test(character);
}

/** Python's `str.islower`: something cased, nothing upper or title case. */
export function isLowerText(subject: string): boolean {
  chargeCharacters(subject.length * 2);
  return /\p{Lowercase}/u.test(subject) && !/[\p{Uppercase}\p{Lt}]/u.test(subject);
}

/** Python's `str.isupper`. */
export function isUpperText(subject: string): boolean {
  chargeCharacters(subject.length * 2);
  return /\p{Uppercase}/u.test(subject) && !/[\p{Lowercase}\p{Lt}]/u.test(subject);
}

/** Python's `str.istitle`. */
export function isTitleText(subject: string): boolean {
  chargeSlowly(subject.length);
  let isInside = false;
  let isAny = false;
  for (const character of subject) {
    if (/[\p{Uppercase}\p{Lt}]/u.test(character)) {
      if (isInside) return false;
      isInside = true;
      isAny = true;
    } else if (isLower(character)) {
      if (!isInside) return false;
      isInside = true;
      isAny = true;
    } else {
      isInside = false;
    }
  }
  return isAny;
}
