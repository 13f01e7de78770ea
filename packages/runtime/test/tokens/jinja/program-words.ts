import fc from 'fast-check';

/** One of the texts between the bars. */
export function words(texts: string): fc.Arbitrary<string> {
  return fc.constantFrom(...texts.trim().split(/\s*¦\s*|\s*\n\s*/));
}

/** Fills the holes of a pattern, `_`, with arbitraries. */
export function fill(
  pattern: string,
  ...parts: readonly fc.Arbitrary<string>[]
): fc.Arbitrary<string> {
  const pieces = pattern.split('_');
  return fc
    .tuple(...parts)
    .map((texts) => pieces.map((piece, index) => piece + (texts[index] ?? '')).join(''));
}

export const number = words(String.raw`
    0 ¦ 1 ¦ 2 ¦ 3 ¦ -1 ¦ -2 ¦ 5 ¦ 10 ¦ n ¦ m ¦ z ¦ big`);
export const small = words(String.raw`
    0 ¦ 1 ¦ 2 ¦ 3 ¦ -1 ¦ -2 ¦ n`);
export const attributeName = words(String.raw`
    role ¦ content ¦ n ¦ more ¦ missing ¦ p ¦ a ¦ items ¦ __proto__ ¦ constructor`);
export const key = words(String.raw`
    'role' ¦ 'n' ¦ 'a' ¦ '10' ¦ '2' ¦ 'items' ¦ 'nope' ¦ 0 ¦ 1 ¦ -1 ¦ none`);
export const path = words(String.raw`
    'n' ¦ 'role' ¦ 'content' ¦ 'more.0' ¦ 'nope' ¦ 'more' ¦ 0 ¦ 'n,role'`);
export const strings = words(String.raw`
    s ¦ t ¦ e ¦ w ¦ h ¦ 'a' ¦ 'b' ¦ ' ' ¦ '\n' ¦ '' ¦ 'x-y' ¦ "it's" ¦ 'ab' ¦ '%s' ¦ '{}'
    'É' ¦ '10' ¦ '1.0' ¦ 'ß' ¦ 'a\tb'`);

export const comparison = words(String.raw`
    == ¦ != ¦ < ¦ > ¦ <= ¦ >= ¦ in ¦ not in`);
export const arithmetic = words(String.raw`
    + ¦ - ¦ * ¦ / ¦ // ¦ %`);

export const textMethod = words(String.raw`
    .strip() ¦ .strip('a ') ¦ .lstrip('\n') ¦ .rstrip() ¦ .upper() ¦ .lower() ¦ .title()
    .capitalize() ¦ .swapcase() ¦ .split() ¦ .split(' ') ¦ .split('b', 1) ¦ .split(none, 1)
    .rsplit(' ', 1) ¦ .rsplit(none, 1) ¦ .splitlines() ¦ .splitlines(true)
    .replace('a', 'bb') ¦ .replace('', '-') ¦ .replace('', '-', 2) ¦ .replace('b', '', 1)
    .startswith('a') ¦ .startswith(('a', 'H')) ¦ .endswith('c') ¦ .endswith('f', 2)
    .find('l') ¦ .rfind('b') ¦ .index('a') ¦ .count('a') ¦ .count('') ¦ .join(k) ¦ .join(l)
    .join('xyz') ¦ .partition('-') ¦ .rpartition(' ') ¦ .removeprefix('a')
    .removesuffix('f') ¦ .isdigit() ¦ .isalpha() ¦ .isalnum() ¦ .isspace() ¦ .islower()
    .isupper() ¦ .istitle() ¦ .isascii() ¦ .isdecimal() ¦ .isnumeric() ¦ .isidentifier()
    .isprintable() ¦ .zfill(6) ¦ .ljust(6) ¦ .rjust(7, '*') ¦ .center(7) ¦ .center(6)
    .expandtabs(4) ¦ .format(n, f, x=l) ¦ .format_map(d) ¦ .encode() ¦ .nope ¦ .nope()
    .__class__ ¦ .casefold()`);

export const listMethod = words(String.raw`
    .count(1) ¦ .index(2) ¦ .index(1, 1) ¦ .copy() ¦ .append(1) ¦ .pop ¦ .nope ¦ .sort()`);

export const dictMethod = words(String.raw`
    .items() ¦ .keys() ¦ .values() ¦ .get('a') ¦ .get('zz') ¦ .get('zz', 4) ¦ .get(u, u)
    .copy() ¦ .pop() ¦ .update ¦ .a ¦ .items ¦ ['items'] ¦ .__proto__ ¦ .constructor
    .hasOwnProperty ¦ .toString ¦ .__len__ ¦ .p.q ¦ .p.q[1].r`);

export const textFilter = words(String.raw`
    |trim ¦ |trim('a') ¦ |upper ¦ |lower ¦ |title ¦ |capitalize ¦ |string ¦ |length
    |replace('a', 'z') ¦ |replace('a', 'z', 1) ¦ |replace('', '.') ¦ |list ¦ |first ¦ |last
    |reverse ¦ |int ¦ |int(5) ¦ |int(base=16) ¦ |float ¦ |default('d') ¦ |d('d', true)
    |tojson ¦ |tojson(ensure_ascii=true) ¦ |wordcount ¦ |truncate(5)
    |truncate(4, true, '.') ¦ |truncate(3, false, "", 0) ¦ |center(9) ¦ |indent
    |indent(2, true) ¦ |indent('>', blank=true) ¦ |urlencode ¦ |format(n) ¦ |format(n, l)
    |join('-') ¦ |unique|list ¦ |sort ¦ |min ¦ |max ¦ |batch(2)|list ¦ |slice(2)|list
    |attr("upper") ¦ |count ¦ |select|list ¦ |safe ¦ |e ¦ |map("upper")|list ¦ |abs ¦ |round
    |sum ¦ |dictsort ¦ |items ¦ |filesizeformat ¦ |nope`);

export const numberFilter = words(String.raw`
    |abs ¦ |round ¦ |round(2) ¦ |round(1, 'ceil') ¦ |round(1, 'floor') ¦ |int ¦ |float
    |string ¦ |tojson ¦ |filesizeformat ¦ |filesizeformat(true) ¦ |default(3) ¦ |length
    |round(-1)`);

export const listFilter = words(String.raw`
    |length ¦ |first ¦ |last ¦ |join ¦ |join(', ') ¦ |list ¦ |reverse ¦ |reverse|list
    |sort ¦ |sort(reverse=true) ¦ |sort(case_sensitive=true) ¦ |unique ¦ |unique|list ¦ |min
    |max ¦ |sum ¦ |sum(start=1.5) ¦ |map("string") ¦ |map("string")|list ¦ |map("int")|list
    |select|list ¦ |reject("none")|list ¦ |select("string")|list ¦ |select("gt", 1)|list
    |reject|list ¦ |tojson ¦ |tojson(indent=2) ¦ |tojson(separators=(',', ':')) ¦ |batch(2)
    |batch(2, 0)|list ¦ |slice(3)|list ¦ |slice(2, 'f')|list ¦ |random ¦ |string
    |map("nope") ¦ |map ¦ |length > 2 ¦ |pprint ¦ |first.nope ¦ |select("odd")|list
    |map("abs")|list ¦ |map("upper")|join ¦ |join(none) ¦ |select("in", [1])|list`);

export const tableFilter = fc.oneof(
  fill('|map(attribute=_)|list', path),
  fill('|map(attribute=_, default="d")|list', path),
  fill('|selectattr(_)|list', path),
  fill(
    '|selectattr(_, "equalto", _)|list|length',
    path,
    fc.constantFrom("'user'", '2', '1', 'none'),
  ),
  fill('|rejectattr(_, "none")|list|length', path),
  fill('|sort(attribute=_)', path),
  fill('|groupby(_)', fc.constantFrom("'role'", "'n'", "'nope'")),
  fill('|groupby(_)|map(attribute="grouper")|list', fc.constantFrom("'role'", "'n'")),
  fill('|sum(attribute=_)', path),
  fill('|unique(attribute=_)|list', path),
  fill('|max(attribute=_)', path),
  fill(`|join('/', attribute=_)`, path),
  fill('|map(attribute="n")|select("defined")|sum'),
);

export const dictFilter = words(String.raw`
    |length ¦ |list ¦ |items|list ¦ |items ¦ |dictsort ¦ |dictsort(by='value')
    |dictsort(true, reverse=true) ¦ |tojson ¦ |tojson(indent=1) ¦ |tojson(sort_keys=true)
    |string ¦ |first ¦ |last ¦ |join(",") ¦ |reverse|list ¦ |sort ¦ |map("string")|list
    |urlencode ¦ |default({}) ¦ |attr("items") ¦ |attr("a") ¦ |tojson(indent="--")`);

export const test = words(String.raw`
    defined ¦ undefined ¦ none ¦ string ¦ mapping ¦ number ¦ integer ¦ float ¦ boolean
    true ¦ false ¦ iterable ¦ sequence ¦ callable ¦ odd ¦ even ¦ divisibleby 3
    divisibleby(2) ¦ lower ¦ upper ¦ eq 1 ¦ ne(2) ¦ gt 1 ¦ lt 2 ¦ ge 1 ¦ le 7 ¦ in [1, 7]
    in l ¦ sameas none ¦ sameas true ¦ escaped ¦ equalto "a" ¦ nope ¦ test ¦ filter`);
