const code = (sign: string): number => sign.charCodeAt(0);

export const SPACE = code(' ');
export const DOT = code('.');
export const COMMA = code(',');
export const MINUS = code('-');
export const PLUS = code('+');
export const TIMES = code('*');
export const OVER = code('/');
export const POWER = code('^');
export const LESS = code('<');
export const MORE = code('>');
export const EQUALS = code('=');
export const OPEN = code('(');
export const CLOSE = code(')');
export const PLUS_MINUS = code('#');
export const PERCENT = code('%');
/** Stands before a capital where capitals count. */
export const CAPITAL = code('!');

/** What a sign is to plain words. The kinds from {@link Kind.open} on have to be looked at twice. */
export const Kind = {
  stop: 1,
  blank: 2,
  /** Notation, which parts words but stands in no operator's way. */
  soft: 3,
  letter: 4,
  digit: 5,
  open: 6,
  close: 7,
  relation: 8,
  operator: 9,
  raised: 10,
  root: 11,
} as const;

/** How operators and relations are written. */
const OPERATORS: ReadonlyMap<number, number> = new Map(
  [
    ['-−–—‐‑', MINUS] as const,
    ['+', PLUS] as const,
    ['*×·⋅', TIMES] as const,
    ['/÷∕⁄', OVER] as const,
    ['^', POWER] as const,
    ['<≤', LESS] as const,
    ['>≥', MORE] as const,
    ['±', PLUS_MINUS] as const,
  ].flatMap(([signs, operator]) =>
    Array.from(signs, (sign): [number, number] => [code(sign), operator]),
  ),
);

/** The operator that a sign writes; 0 where it writes none. */
export const operatorOf = (sign: number): number => OPERATORS.get(sign) ?? 0;

export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺';

const BY_SIGN: readonly (readonly [signs: string, kind: number])[] = [
  [' \t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f', Kind.blank],
  ['${}\\_', Kind.soft],
  ['([', Kind.open],
  [')]', Kind.close],
  ['<>≤≥', Kind.relation],
  [RAISED, Kind.raised],
  ['√', Kind.root],
];

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Kinds by code; 0 where none has been asked for. */
const kinds = new Uint8Array(1 << 16);
for (const sign of OPERATORS.keys()) kinds[sign] = Kind.operator;
for (const [signs, kind] of BY_SIGN) for (const sign of signs) kinds[code(sign)] = kind;
for (const sign of '0123456789₀₁₂₃₄₅₆₇₈₉') kinds[code(sign)] = Kind.digit;

/** What a sign is to plain words. */
export function kindOf(sign: number): number {
  const known = kinds[sign] ?? 0;
  if (known !== 0) return known;
  const kind = LETTER.test(String.fromCharCode(sign)) ? Kind.letter : Kind.stop;
  kinds[sign] = kind;
  return kind;
}

/** Where the last so many signs of a text begin that have to be looked at twice. */
export function startOfLast(count: number, text: string): number {
  let [left, at] = [count, text.length];
  while (at > 0 && left > 0) {
    at -= 1;
    if ((kinds[text.charCodeAt(at)] ?? 0) >= Kind.open) left -= 1;
  }
  return at;
}

export const isDigit = (sign: number): boolean => sign >= 48 && sign <= 57;
export const isSmall = (sign: number): boolean => sign >= 97 && sign <= 122;
