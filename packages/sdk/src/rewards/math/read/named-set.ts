import type { Answer } from './answer.ts';
import { BARE } from './units.ts';

const TEXT = /^\\(?:text|textbf|textrm|textit|mbox|mathrm)\s*\{([^{}]*)\}$/;
const KINDS = '(?:(?:real|such|valid|possible|integer|positive|rational|complex) )*';
const NOTHING = new RegExp(
  `^(?:(?:there (?:is|are)|it has|has) )?no ${KINDS}(?:solutions?|solution\\(s\\)|roots?)(?: exists?)?$` +
    '|^(?:the )?(?:empty|null) set$|^无解$',
);
const REALS =
  /^(?:x is )?(?:the set of )?(?:all |any )?(?:of )?(?:the )?(?:real numbers?|reals)$|^all real (?:values|numbers)(?: of [a-z])?$|^(?:全体)?实数集?$/;
const REAL_LINE = /^(?:[a-z]\s*\\in\s*)?\\math(?:bb|bf|rm)\s*(?:\{\s*R\s*\}|R)$/;

const infinity = { kind: 'symbol', name: 'infinity' } as const;
const LOW: Answer = { kind: 'quantity', value: { kind: 'negative', of: infinity }, unit: BARE };
const HIGH: Answer = { kind: 'quantity', value: infinity, unit: BARE };
const open = (...items: Answer[]): Answer => ({ kind: 'tuple', open: '(', close: ')', items });

/** No members at all. */
const EMPTY: Answer = { kind: 'collection', isSet: true, items: [] };

/** Every real number, as an interval. */
export const REAL_NUMBERS: Answer = open(LOW, HIGH);

/** Every real number but one. */
export const allBut = (missing: Answer): Answer => ({
  kind: 'union',
  items: [open(LOW, missing), open(missing, HIGH)],
});

/** `\mathbb{R} \setminus \{0\}`, `\text{all real numbers except } 0`. */
const PUNCTURED =
  /^(?:[a-z]\s*\\in\s*)?\\math(?:bb|bf|rm)\s*(?:\{\s*R\s*\}|R)\s*(?:\\setminus|\\backslash|-|\\)\s*\\(?:left\\)?\{([^{},]+|[^{},]*\{[^{},]*\}[^{},]*)\\(?:right\\)?\}$|^(?:\\text\s*\{)?[Aa]ll real numbers (?:except|other than)(?: for)? ?\}?\s*(?:[a-z]\s*=\s*)?(-?[\d./]+|\\frac\{\d+\}\{\d+\})\}?$/;

/** The one number that the real line lacks, as it is written; null for other sets. */
export function missingNumber(source: string): string | null {
  const found = PUNCTURED.exec(source.trim());
  return found === null ? null : (found[1] ?? found[2] ?? null);
}

/** Reads a set that has a name: `\text{no solution}`, `\mathbb{R}`, `\text{all real numbers}`. */
export function readNamedSet(source: string): Answer | null {
  const trimmed = source.trim();
  if (REAL_LINE.test(trimmed)) return REAL_NUMBERS;
  const words = (TEXT.exec(trimmed)?.[1] ?? trimmed).trim().replace(/[.!]$/, '').toLowerCase();
  const spelt = words.replaceAll(/[\s~]+/g, ' ');
  if (NOTHING.test(spelt)) return EMPTY;
  return REALS.test(spelt) ? REAL_NUMBERS : null;
}
