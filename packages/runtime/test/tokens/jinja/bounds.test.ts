import { expect, test } from 'vitest';
import { compileChatTemplate } from '../../../src/tokens/jinja/chat-template.ts';

/** Templates of a hostile checkpoint: each would hold the process, or take all its memory. */
const HOSTILE: readonly (readonly [what: string, template: string])[] = [
  [
    'loops in loops',
    '{% for a in range(100000) %}{% for b in range(100000) %}{{ b }}{% endfor %}{% endfor %}',
  ],
  [
    'loops in loops that write nothing',
    '{% for a in range(99999) %}{% for b in range(99999) %}{% if a > b > a %}x{% endif %}{% endfor %}{% endfor %}',
  ],
  [
    'a string that doubles',
    '{% set n = namespace(s="x") %}{% for i in range(99) %}{% set n.s = n.s + n.s %}{% endfor %}',
  ],
  [
    'a string by `~`',
    '{% set n = namespace(s="x") %}{% for i in range(99) %}{% set n.s = n.s ~ n.s %}{% endfor %}',
  ],
  [
    'a list that doubles',
    '{% set n = namespace(s=[1]) %}{% for i in range(99) %}{% set n.s = n.s + n.s %}{% endfor %}',
  ],
  ['a list by `*`', '{{ ([1] * 100000000) | length }}'],
  ['a string by `*`', '{{ "ab" * 1000000000 }}'],
  ['padding', '{{ "a".ljust(2000000000) }}'],
  ['a width of a format', '{{ "%2000000000d" % 1 }}'],
  ['a width of str.format', '{{ "{:2000000000}".format(1) }}'],
  ['indentation', '{{ "a\\nb" | indent(2000000000) }}'],
  ['indentation of JSON', '{{ [[[1]]] | tojson(indent=2000000000) }}'],
  ['replacement', '{% set s = "a" * 100000 %}{{ s.replace("a", s) | length }}'],
  ['joining', '{% set s = "a" * 100000 %}{{ s.join(range(9) | map("string") | list * 99999) }}'],
  ['a power', '{{ 10 ** 1000000000 }}'],
  [
    'a product of integers',
    '{% set n = namespace(i=9) %}{% for i in range(99) %}{% set n.i = n.i * n.i %}{% endfor %}',
  ],
  [
    'lists that hold one list often',
    '{% set n = namespace(l=[1]) %}{% for i in range(40) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l }}',
  ],
  [
    'their JSON',
    '{% set n = namespace(l=[1]) %}{% for i in range(40) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l | tojson }}',
  ],
  [
    'comparing them',
    '{% set n = namespace(l=[1], m=[1]) %}{% for i in range(40) %}{% set n.l = [n.l, n.l] %}{% set n.m = [n.m, n.m] %}{% endfor %}{{ n.l == n.m }}',
  ],
  [
    'macros that call two of themselves',
    '{% macro m(i) %}{% if i %}{{ m(i - 1) }}{{ m(i - 1) }}{% endif %}{% endmacro %}{{ m(100) }}',
  ],
  ['a macro without end', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
  [
    'a loop that calls itself without end',
    '{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}',
  ],
  [
    'a list in a list in a list',
    '{% set n = namespace(l=[1]) %}{% for i in range(99999) %}{% set n.l = [n.l] %}{% endfor %}{{ n.l }}',
  ],
  [
    'an output without end',
    `{% for a in range(100000) %}{% for b in range(100) %}${'text '.repeat(200)}{% endfor %}{% endfor %}`,
  ],
  [
    'filters over many items',
    '{{ (range(99999) | list * 50) | map("string") | map("replace", "", "-") | join | length }}',
  ],
  ['brackets in brackets', `{{ ${'['.repeat(100_000)}${']'.repeat(100_000)} }}`],
];

test.each(HOSTILE)('a template cannot hold the process: %s', { timeout: 60_000 }, (_, template) => {
  expect(() => compileChatTemplate(template, 't').render({})).toThrow(
    expect.objectContaining({
      code: 'SLIME_ENCODER',
      message: expect.stringMatching(/steps|characters|items|bits|deep|without end/),
    }),
  );
});

test('the budget is each rendering’s own', () => {
  const template = compileChatTemplate('{{ "ab" * n }}', 't');
  for (let round = 0; round < 20; round += 1) {
    expect(template.render({ n: 10_000_000 })).toHaveLength(20_000_000);
  }
});

test('keys that JavaScript objects inherit are no keys', () => {
  const render = (source: string) =>
    compileChatTemplate(source, 't').render({ d: {}, l: [], s: '' });
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
    expect(render(`{{ d.${name} is defined }}{{ d['${name}'] is defined }}`)).toBe('FalseFalse');
    expect(render(`{{ l.${name} is defined }}{{ s.${name} is defined }}`)).toBe('FalseFalse');
    expect(render(`{{ '${name}' in d }}{{ ${name} is defined }}`)).toBe('FalseFalse');
    expect(render(`{% set ${name} = 1 %}{{ ${name} }}{{ {'${name}': 2}['${name}'] }}`)).toBe('12');
    expect(render(`{{ dict(${name}=3).${name} }}`)).toBe('3');
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});
