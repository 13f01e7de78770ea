/** A template, what it is given, and what Python's Jinja makes of it. */
export type LanguageCase = readonly [
  template: string,
  variables: Readonly<Record<string, unknown>>,
  expected: string,
];

/** What templates rely on, in the places where JavaScript and Python differ. */
export const LANGUAGE: Readonly<Record<string, readonly LanguageCase[]>> = {
  'white space': [
    ['a\n{% if true %}\nb\n{% endif %}\nc', {}, 'a\nb\nc'],
    ['  {% if true %}x{% endif %}  \n y', {}, 'x  \n y'],
    ['a {{- " b " -}} c', {}, 'a b c'],
    ['{%- if true -%}\n  x\n{%- endif -%}\n', {}, 'x'],
    ['a\n  {%+ if true %}x{% endif +%}\nb', {}, 'a\n  x\nb'],
    ['a{# note #}\nb{#- note -#} \n c', {}, 'abc'],
    ['{% raw %}{{ x }}{% endraw %}', {}, '{{ x }}'],
    ['{%- raw -%} {{ x }} {%- endraw -%} y', {}, '{{ x }}y'],
    ['x\r\ny\n', {}, 'x\ny'],
    ['x\n\n', {}, 'x\n'],
    ['  {# c #}\nx', {}, 'x'],
  ],
  literals: [
    ["{{ 'a\\n\\t\\'\\x41\\u00e9\\101' }}", {}, "a\n\t'AéA"],
    ['{{ "a" "b" }}{{ 1_000 }}{{ 0x1F }}{{ 1e3 }}{{ 2.50 }}', {}, 'ab1000311000.02.5'],
    ['{{ [1, "a", none, true] }}', {}, "[1, 'a', None, True]"],
    ['{{ {"a": 1, "b": [1.0]} }}', {}, "{'a': 1, 'b': [1.0]}"],
    ['{{ (1,) }}{{ () }}{{ (1, 2) }}', {}, '(1,)()(1, 2)'],
    ['{{ {"a": {"b": {}}} }}', {}, "{'a': {'b': {}}}"],
  ],
  'text of values': [
    ['{{ x }}', { x: null }, 'None'],
    ['{{ x }}{{ y }}', { x: true }, 'True'],
    ['{{ x }}', { x: ["it's", 'a"b', 'é\u200b\u00a0'] }, "[\"it's\", 'a\"b', 'é\\u200b\\xa0']"],
    ['{{ x }} {{ y }} {{ z }}', { x: 0.5, y: 1e-7, z: 1e22 }, '0.5 1e-07 1e+22'],
    ['{{ x ~ 1 ~ none }}', { x: 'a' }, 'a1None'],
    ['{{ x | string | length }}', { x: '👍a' }, '2'],
  ],
  'strip and split': [
    [
      "{{ x.strip('\\n') }}|{{ x.lstrip('\\n') }}|{{ x.rstrip('\\n') }}",
      { x: '\n a \n' },
      ' a | a \n|\n a ',
    ],
    ['{{ x.strip() }}|{{ x | trim }}', { x: '\u001c\u00a0 a\u2003\n' }, 'a|a'],
    ["{{ x.split('</think>')[-1] }}", { x: '<think>a</think>b' }, 'b'],
    [
      "{{ x.split('b', 1) }}{{ x.rsplit('b', 1) }}{{ x.split() }}",
      { x: ' abcb b ' },
      "[' a', 'cb b '][' abcb ', ' ']['abcb', 'b']",
    ],
    ['{{ x.splitlines() }}', { x: 'a\r\nb\u2028c\n' }, "['a', 'b', 'c']"],
    [
      "{{ x.partition('-') }}{{ x.rpartition('-') }}",
      { x: 'a-b-c' },
      "('a', '-', 'b-c')('a-b', '-', 'c')",
    ],
    ["{{ x.startswith(('a', 'b')) }}{{ x.endswith('c') }}", { x: 'bc' }, 'TrueTrue'],
    ["{{ x.replace('a', 'b', 1) }}{{ x.find('b') }}{{ x.count('a') }}", { x: '👍aab' }, '👍bab32'],
    [
      "{{ ', '.join(x) }}{{ 'A-b'.title() }}{{ 'aB'.capitalize() }}",
      { x: ['a', 'b'] },
      'a, bA-BAb',
    ],
    [
      "{{ 'ab'.removeprefix('a') }}{{ 'ab'.removesuffix('b') }}{{ '%s %d%%' % ('a', 3) }}",
      {},
      'baa 3%',
    ],
    ["{{ '{} {x} {{}}'.format(1, x=2) }}", {}, '1 2 {}'],
    ["{{ '{:>{}}|{0:.{p}f}'.replace('0', '').format(1, 4, 2.5, p=2) }}", {}, '   1|2.50'],
    [
      "{{ ' a b c '.split(maxsplit=1) }}{{ ' a b c '.rsplit(maxsplit=1) }}",
      {},
      "['a', 'b c '][' a b', 'c']",
    ],
  ],
  indexing: [
    ['{{ x[0] }}{{ x[-1] }}{{ x[1:] }}{{ x[::-1] }}{{ x[9] }}', { x: '👍ab' }, '👍babba👍'],
    ['{{ x[1:3] }}{{ x[-2:] }}{{ x[:-1:2] }}', { x: [1, 2, 3, 4] }, '[2, 3][3, 4][1, 3]'],
    [
      '{{ x.a.b }}{{ x["a"]["b"] }}{{ x.missing }}{{ x.get("z", "d") }}',
      { x: { a: { b: 1 } } },
      '11d',
    ],
    ['{{ x.items() | list }}{{ x["items"] }}', { x: { items: 3 } }, "[('items', 3)]3"],
    ['{{ x.keys() | list }}{{ x.values() | list }}', { x: { a: 1 } }, "['a'][1]"],
    ['{{ x.0 }}', { x: ['a'] }, 'a'],
  ],
  arithmetic: [
    [
      '{{ 7 // 2 }} {{ -7 // 2 }} {{ 7 % -3 }} {{ 7 / 2 }} {{ 4 / 2 }} {{ 2 ** 3 }} {{ 2 ** -1 }}',
      {},
      '3 -4 -2 3.5 2.0 8 0.5',
    ],
    ['{{ "ab" * 2 }}{{ [1] * 2 }}{{ [1] + [2] }}{{ true + 1 }}', {}, 'abab[1, 1][1, 2]2'],
    ['{{ -x }}{{ +x }}{{ 1 + 2 * 3 - 4 }}{{ (1 ~ 2) + x | string }}', { x: 2 }, '-223122'],
    [
      '{{ 1.5 + 1.5 }}{{ 3.7 | int }}{{ "4" | int + 1 }}{{ 1 | float }}{{ 2.5 | round }}',
      {},
      '3.0351.02.0',
    ],
  ],
  comparison: [
    [
      '{{ 1 == 1.0 }}{{ true == 1 }}{{ "1" == 1 }}{{ [1] == [1] }}{{ {"a": 1} == {"a": 1} }}',
      {},
      'TrueTrueFalseTrueTrue',
    ],
    ['{{ "b" > "a" }}{{ [1, 2] < [1, 3] }}{{ 1 < 2 < 3 }}{{ 1 < 2 > 3 }}', {}, 'TrueTrueTrueFalse'],
    [
      '{{ "a" in "cat" }}{{ 2 in [1, 2] }}{{ "k" in {"k": 1} }}{{ 3 not in [1] }}',
      {},
      'TrueTrueTrueTrue',
    ],
    ['{{ not x or y and z }}', { x: 1, y: 'y', z: '' }, ''],
    ['{{ x or "d" }}{{ y and "e" }}', { x: [], y: {} }, 'd{}'],
    ['{{ "yes" if x else "no" }}{{ "only" if x }}', { x: '' }, 'no'],
  ],
  tests: [
    [
      '{{ x is defined }}{{ y is defined }}{{ y is undefined }}{{ x is none }}',
      { x: null },
      'TrueFalseTrueTrue',
    ],
    [
      '{{ x is string }}{{ x is mapping }}{{ x is iterable }}{{ x is sequence }}{{ x is number }}',
      { x: 'a' },
      'TrueFalseTrueTrueFalse',
    ],
    [
      '{{ 3 is odd }}{{ 4 is divisibleby 2 }}{{ 1 is eq 1 }}{{ 1 is not in [2] }}{{ true is boolean }}',
      {},
      'TrueTrueTrueTrueTrue',
    ],
    [
      '{{ x is false }}{{ x is true }}{{ 1 is true }}{{ 1 is integer }}{{ 1.0 is float }}',
      { x: false },
      'TrueFalseFalseTrueTrue',
    ],
  ],
  filters: [
    ['{{ [] | max(attribute="a") is defined }}{{ [] | min(attribute="a.b") }}', {}, 'False'],
    [
      '{{ -123456789012345678901234567890 | filesizeformat }}',
      {},
      '-123456789012345677877719597056 Bytes',
    ],
    [
      '{{ x | tojson }}',
      { x: { a: [1, 0.5, null, true, '<é"\n\u007f'] } },
      '{"a": [1, 0.5, null, true, "<é\\"\\n\u007f"]}',
    ],
    [
      '{{ x | tojson(indent=2) }}',
      { x: { a: [1, []], b: {} } },
      '{\n  "a": [\n    1,\n    []\n  ],\n  "b": {}\n}',
    ],
    [
      '{{ x | tojson(ensure_ascii=true) }} {{ x | tojson(ensure_ascii=false) }} {{ x | tojson }}',
      { x: 'a\u007fé\u0080\u001f~ \ud83d\ude00' },
      '"a\\u007f\\u00e9\\u0080\\u001f~ \\ud83d\\ude00" "a\u007fé\u0080\\u001f~ \ud83d\ude00" "a\u007fé\u0080\\u001f~ \ud83d\ude00"',
    ],
    [
      '{{ x | tojson(ensure_ascii=True, separators=(",", ":"), sort_keys=true) }}',
      { x: { b: 'é', a: 1 } },
      '{"a":1,"b":"\\u00e9"}',
    ],
    ['{{ x | default("d") }}{{ y | default("d") }}{{ y | d("e", true) }}', { y: '' }, 'de'],
    [
      '{{ x | map(attribute="a") | join("-") }}{{ x | map("upper") | list | length }}',
      { x: [{ a: 'p' }, { a: 'q' }] },
      'p-q2',
    ],
    [
      '{{ x | selectattr("r", "equalto", "u") | list | length }}{{ x | rejectattr("r") | list }}',
      { x: [{ r: 'u' }, { r: 'v' }] },
      '1[]',
    ],
    [
      '{{ x | select("string") | list }}{{ x | reject("string") | list }}',
      { x: ['a', 1] },
      "['a'][1]",
    ],
    [
      '{{ x | first }}{{ x | last }}{{ x | reverse | list }}{{ x | sort }}{{ x | unique | list }}',
      { x: [2, 1, 2] },
      '22[2, 1, 2][1, 2, 2][2, 1]',
    ],
    [
      '{{ x | dictsort }}{{ x | items | list }}',
      { x: { b: 1, A: 2 } },
      "[('A', 2), ('b', 1)][('b', 1), ('A', 2)]",
    ],
    [
      '{{ (x | safe) ~ [x | safe] }}{{ (x | safe) == x }}{{ x | safe is string }}{{ x | safe | tojson }}',
      { x: '<' },
      '<[Markup(\'<\')]TrueTrue"<"',
    ],
    ['{{ x | indent(2) }}|{{ x | indent(2, true) }}', { x: 'a\n\nb' }, 'a\n\n  b|  a\n\n  b'],
    [
      '{{ x | upper }}{{ x | lower }}{{ x | replace("a", "b") }}{{ x | length }}',
      { x: 'aB' },
      'ABabbB2',
    ],
    [
      '{{ x | sum }}{{ x | min }}{{ x | max }}{{ -3 | abs }}{{ x | batch(2) | list }}',
      { x: [1, 2, 3] },
      '6133[[1, 2], [3]]',
    ],
  ],
  statements: [
    [
      '{% for x in xs %}{{ loop.index }}{{ loop.last }}{{ x }};{% else %}none{% endfor %}',
      { xs: ['a', 'b'] },
      '1Falsea;2Trueb;',
    ],
    ['{% for x in xs %}{{ x }}{% else %}none{% endfor %}', { xs: [] }, 'none'],
    ['{% for k, v in d.items() %}{{ k }}={{ v }} {% endfor %}', { d: { a: 1, b: 2 } }, 'a=1 b=2 '],
    ['{% for x in xs if x > 1 %}{{ loop.index0 }}{{ x }}{% endfor %}', { xs: [1, 2, 3] }, '0213'],
    [
      '{% for x in xs %}{% if x == 2 %}{% continue %}{% endif %}{% if x == 4 %}{% break %}{% endif %}{{ x }}{% endfor %}',
      { xs: [1, 2, 3, 4, 5] },
      '13',
    ],
    [
      '{% for x in xs %}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.cycle("o", "e") }}{{ loop.changed(x) }}{% endfor %}',
      { xs: [1, 1] },
      '1oTrue1eFalse',
    ],
    ['{% set x = 1 %}{% for i in [1] %}{% set x = 2 %}{{ x }}{% endfor %}{{ x }}', {}, '21'],
    [
      '{% set ns = namespace(n=0) %}{% for i in [1, 2] %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}',
      {},
      '3',
    ],
    ['{% set a, b = [1, 2] %}{{ a }}{{ b }}{% set c %}x{{ a }}{% endset %}{{ c }}', {}, '12x1'],
    ['{% if x %}{% set y = 1 %}{% endif %}{{ y is defined }}', { x: true }, 'True'],
    [
      '{% macro m(a, b="d", c=a) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(1) }}{{ m(1, b=2) }}',
      {},
      '1d1121',
    ],
    [
      '{% macro f(n) %}{{ n }}{% if n > 0 %}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(2) }}',
      {},
      '210',
    ],
    [
      '{% macro m() %}<{{ caller("x") }}>{% endmacro %}{% call(v) m() %}{{ v }}!{% endcall %}',
      {},
      '<x!>',
    ],
    [
      '{% filter upper %}a{{ x }}{% endfilter %}{% generation %}g{% endgeneration %}',
      { x: 'b' },
      'ABg',
    ],
    ['{% with a = 1, b = x %}{{ a }}{{ b }}{% endwith %}{{ a }}', { x: 2 }, '12'],
    [
      '{% for i in range(3) %}{{ i }}{% endfor %}{{ range(1, 6, 2) | list }}{{ dict(a=1) }}',
      {},
      "012[1, 3, 5]{'a': 1}",
    ],
    [
      '{% for x in xs %}{% for y in x %}{{ y }}{{ loop.index }}{% endfor %}{{ loop.index }} {% endfor %}',
      { xs: ['ab', 'c'] },
      'a1b21 c12 ',
    ],
    [
      '{% set x = x or "d" %}{{ x }}{% set j = joiner("-") %}{{ j() }}a{{ j() }}b',
      { x: '' },
      'da-b',
    ],
  ],
};
