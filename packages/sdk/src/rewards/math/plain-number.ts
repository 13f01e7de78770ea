import { divide, negate, type Rational } from './exact/rational.ts';
import { readNumber } from './read/number-literal.ts';

const FRACTION = /^\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}$|^([^/]*)\/([^/]*)$/;

function signed(text: string, read: (rest: string) => Rational | null): Rational | null {
  const trimmed = text.trim();
  if (!/^[+-]/.test(trimmed)) return read(trimmed);
  const value = read(trimmed.slice(1).trim());
  return value !== null && trimmed.startsWith('-') ? negate(value) : value;
}

function decimal(text: string, inBrackets = false): Rational | null {
  return signed(text, (rest) => {
    const literal = readNumber(rest, 0, inBrackets);
    return literal?.end === rest.length ? literal.value : null;
  });
}

/**
 * The value of an integer, a decimal or one fraction of them, in plain characters; null for
 * anything else.
 *
 * @throws OverBound for a decimal exponent past the bound.
 */
export function plainNumber(text: string): Rational | null {
  return signed(text, (rest) => {
    const parts = FRACTION.exec(rest);
    if (parts === null) return decimal(rest);
    const top = decimal(parts[1] ?? parts[3] ?? '');
    const bottom = decimal(parts[2] ?? parts[4] ?? '');
    return top === null || bottom === null || bottom.n === 0n ? null : divide(top, bottom);
  });
}

/**
 * The number of a box against a label that is a number: LaTeX sets `4 8` as 48 (but not with a
 * no-break space), and brackets around `1,000` are no pair, which nobody writes with `000`.
 *
 * @throws OverBound as {@link plainNumber} does.
 */
export function looseNumber(box: string): Rational | null {
  const text = box.trim();
  const inside = /^\(([^()]*)\)$/.exec(text)?.[1] ?? text;
  const isSpaced = /^[+-]?\d[\d ]*$/.test(inside);
  const digits = isSpaced ? inside.replaceAll(' ', '') : inside;
  return inside === text ? plainNumber(digits) : decimal(digits, true);
}
