import fc from 'fast-check';
import { fill, words } from './program-words.ts';

/** Tags, comments, raw blocks and text with white space around them: what is cut, and what stays. */
export const lexicalProgram: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ' ',
        '\n',
        '\t',
        '  \n  ',
        '\r\n',
        '\r',
        '\u00a0',
        '\u2028',
        '\f',
        'x',
        'y z',
        '\n\n',
      ),
      fc.constantFrom('{', '}', '%', '#', '%}', '}}', '#}', '-', '{ {', '{ %', '\\', '"'),
      fill('{{_ _ _}}', fc.constantFrom('', '-', '+'), expression(), fc.constantFrom('', '-')),
      fill('{%_ set a = 1 _%}', dash(), dash()),
      fill('{%_ if yes _%}_{%_ endif _%}', dash(), dash(), gap(), dash(), dash()),
      fill('{#_ note {{ x }} {% if %} _#}', dash(), dash()),
      fill('{%_ raw _%} {{ x }}_{%_ endraw _%}', dash(), dash(), gap(), dash(), dash()),
      fill(
        '{%_ for c in "ab" _%}_{{ c }}_{%_ endfor _%}',
        dash(),
        dash(),
        gap(),
        gap(),
        dash(),
        dash(),
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

function dash(): fc.Arbitrary<string> {
  return fc.constantFrom('', '', '-', '+');
}

function gap(): fc.Arbitrary<string> {
  return fc.constantFrom('', ' ', '\n', ' \n ', 'x', ' x ', '\n\n x', '\r\n');
}

/** Literals in all their spellings. */
function expression(): fc.Arbitrary<string> {
  return words(String.raw`
    1 ¦ 1_000 ¦ 0x1F ¦ 0b101 ¦ 0o17 ¦ 1e3 ¦ 1.5e-7 ¦ 1_0.2_5 ¦ 00 ¦ 01 ¦ 1. ¦ .5 ¦ 1.e5 ¦ 5.real
    'a' ¦ "b" ¦ '}}' ¦ "%}" ¦ 'a'b' ¦ "Aé👍A" ¦ 'a\qb\' ¦ '
	' ¦ 'a' "b"
    (1, 2,) ¦ [1, 2,] ¦ {'a': 1,} ¦ {} ¦ s ~ 1 ¦ -1 ** 2 ¦ 2 ** 3 ** 2 ¦ not 1 == 2 ¦ 1 if no else 2 if yes
    {'a': {'b': 1}} ¦ {"a": 1}['a'] ¦ 1 is odd and 2 is even ¦ -n|abs ¦ 1 + 2 ~ 3 * 4 ¦ 'a' in 'abc' == true
    n is not none ¦ not n is none ¦ n is divisibleby 7 ¦ l[0] is in l ¦ 1 < 2 < 3 ¦ é ¦ 'é' ¦ 1; ¦ x! ¦ '`);
}
