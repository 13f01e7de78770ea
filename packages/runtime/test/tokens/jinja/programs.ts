import fc from 'fast-check';
import {
  arithmetic,
  attributeName,
  comparison,
  dictFilter,
  dictMethod,
  fill,
  key,
  listFilter,
  listMethod,
  number,
  numberFilter,
  small,
  strings,
  tableFilter,
  test,
  textFilter,
  textMethod,
  words,
} from './program-words.ts';

/** Variables of every program, as JSON text: kinds of values, and numbers that JavaScript loses. */
export const VARIABLES = String.raw`{
  "s": "Hello, wörld 👍\nnew\tline ", "t": "it's \"q\"", "e": "", "w": "a b  c", "h": "ab-CD_ef",
  "n": 7, "z": 0, "m": -3, "big": 123456789012345678901234567890, "f": 1.5, "g": 1.0, "x": 1e-7,
  "y": 1e22, "neg": -0.0, "none": null, "yes": true, "no": false,
  "l": [3, 1, 2], "k": ["b", "A", "c", "a"], "mix": [1, "a", null, 2.0, [1], {"a": 1}], "empty": [],
  "d": {"b": 1, "a": "x", "10": 2.0, "2": [1.0, 2], "items": "own", "__proto__": 5},
  "dd": {"p": {"q": [1, {"r": "deep"}]}, "constructor": "c", "hasOwnProperty": null}, "ed": {},
  "ms": [{"role": "user", "content": "hi", "n": 2}, {"role": "assistant", "content": null, "n": 1.0},
         {"role": "tool", "content": "  x\n", "n": 10, "more": [1, 2]}, {"role": "user", "content": ""}]
}`;

interface Kinds {
  text: string;
  integer: string;
  float: string;
  list: string;
  table: string;
  dict: string;
  truth: string;
  any: string;
}

const grammar = fc.letrec<Kinds>((tie: fc.LetrecTypedTie<Kinds>) => {
  const [text, integer, any, truth] = [tie('text'), tie('integer'), tie('any'), tie('truth')];
  const [list, table, dict, float] = [tie('list'), tie('table'), tie('dict'), tie('float')];
  const shape = { maxDepth: 3, depthIdentifier: 'program' };
  return {
    text: fc.oneof(
      shape,
      strings,
      fill('__', text, textMethod),
      fill('(_)_', text, textFilter),
      fill('(_ + _)', text, text),
      fill('(_ ~ _)', any, any),
      fill(
        '(_ % _)',
        words(String.raw`
    '%s|' ¦ '%5d|' ¦ '%-6.2f|' ¦ '%r' ¦ '%x %%' ¦ '%(a)s' ¦ '%05.1f' ¦ '%e %g'`),
        any,
      ),
      fill(
        '(_ % (_, _))',
        words(String.raw`
    '%s %s' ¦ '%3s|%-3s|' ¦ '%s' ¦ '%d %.3g' ¦ '%+d %c'`),
        any,
        any,
      ),
      fill(
        '_.format(_, _)',
        words(String.raw`
    '{} {}' ¦ '{0}{1}' ¦ '{0:>5}|{1:<4}|' ¦ '{:.2f}{}' ¦ '{1!r}{0!s}' ¦ '{:,}' ¦ '{0[0]}'
    '{:^7}'`),
        any,
        any,
      ),
      fill('_[_:_]', text, small, small),
      fill('_[_]', text, small),
      fill('_[::_]', text, fc.constantFrom('-1', '2', '-2', '0')),
      fill('(_ * _)', text, small),
      fill('(_ if _ else _)', text, truth, text),
      fill(
        'strftime_now(_)',
        fc.constantFrom(
          "'%Y-%m-%d'",
          "'%d %b %Y'",
          "'%A, %B %-d, %I:%M %p %j %U %W %V %e'",
          "'%H:%M:%S.%f %%'",
        ),
      ),
    ),
    integer: fc.oneof(
      shape,
      number,
      fill('(_ _ _)', integer, arithmetic, integer),
      fill('(-_)', integer),
      fill(
        '(_ ** _)',
        number,
        words(String.raw`
    0 ¦ 1 ¦ 2 ¦ 3 ¦ -1 ¦ -2 ¦ 1.0 ¦ 0.5`),
      ),
      fill('(_|length)', any),
      fill('(_)_', integer, numberFilter),
    ),
    float: fc.oneof(
      shape,
      words(String.raw`
    f ¦ g ¦ x ¦ y ¦ neg ¦ 2.5 ¦ 0.1 ¦ 1e16 ¦ 1e3 ¦ -7.25 ¦ 123456789.125`),
      fill(
        '(_ _ _)',
        float,
        words(String.raw`
    + ¦ - ¦ * ¦ / ¦ // ¦ %`),
        float,
      ),
      fill(
        '(_ _ _)',
        integer,
        words(String.raw`
    + ¦ - ¦ * ¦ / ¦ // ¦ %`),
        float,
      ),
      fill('(_)_', float, numberFilter),
    ),
    list: fc.oneof(
      shape,
      words(String.raw`
    l ¦ k ¦ mix ¦ empty ¦ [1, 2.0, "a"] ¦ (1, 2) ¦ () ¦ (n,) ¦ range(4) ¦ range(5, 0, -2)
    range(n)[1:]`),
      fill('[_, _]', any, any),
      fill('(_, _)', any, any),
      fill('(_ + _)', list, list),
      fill('(_ * _)', list, small),
      fill('_[_:_]', list, small, small),
      fill('_[::_]', list, fc.constantFrom('-1', '2')),
      fill('(_)_', list, listFilter),
      fill('__', list, listMethod),
      fill('_.split()', text),
    ),
    table: fc.oneof(
      shape,
      fc.constantFrom('ms', 'ms[1:]', 'ms[::-1]', '[d, dd]'),
      fill('(_)_', table, tableFilter),
    ),
    dict: fc.oneof(
      shape,
      words(String.raw`
    d ¦ dd ¦ ed ¦ {"a": 1, 2: "b"} ¦ {1: "i", 1.0: "f", true: "t"} ¦ dict(a=1)
    dict([("k", 2)], z=n) ¦ ms[0] ¦ {(1, "a"): [none]}`),
      fill('{_: _}', text, any),
      fill('__', dict, dictMethod),
      fill('(_)_', dict, dictFilter),
      fill('namespace(a=_)', any),
    ),
    truth: fc.oneof(
      shape,
      fc.constantFrom('yes', 'no', 'true', 'false'),
      fill('(_ _ _)', any, comparison, any),
      fill('(_ _ _)', integer, comparison, integer),
      fill('(_ _ _)', text, comparison, text),
      fill('(_ < _ <= _)', integer, float, integer),
      fill('(_ is _)', any, test),
      fill('(_ is not _)', any, test),
      fill('(_ and _)', any, any),
      fill('(_ or _)', any, any),
      fill('(not _)', any),
    ),
    any: fc.oneof(
      { ...shape, withCrossShrink: true },
      words(String.raw`
    s ¦ n ¦ l ¦ d ¦ none ¦ u ¦ f ¦ ms ¦ u.x ¦ d.zz ¦ big ¦ g`),
      text,
      integer,
      float,
      list,
      table,
      dict,
      truth,
      fill('_._', any, attributeName),
      fill('_[_]', any, key),
      fill('(_ if _)', any, truth),
      fill('(_)_', any, fc.oneof(textFilter, listFilter, dictFilter, numberFilter)),
      fill('(_ _ _)', any, arithmetic, any),
    ),
  };
});

interface Bodies {
  body: string;
  one: string;
}

/** Parts of programs with statements in them: scopes, loops, macros, captures, white space. */
const statements = fc.letrec<Bodies>((tie: fc.LetrecTypedTie<Bodies>) => {
  const body = tie('body');
  const value = grammar.any;
  const name = words(String.raw`
    a ¦ b ¦ c ¦ s ¦ n`);
  const sign = fc.constantFrom('', '-', '+');
  const items = fc.oneof(
    grammar.list,
    grammar.table,
    words(String.raw`
    d ¦ d.items() ¦ range(3) ¦ l ¦ k ¦ ms ¦ ms|map(attribute="n") ¦ l|select("odd")`),
  );
  const shape = { maxDepth: 3, depthIdentifier: 'statements' };
  const loopPart = words(String.raw`
    loop.index ¦ loop.index0 ¦ loop.first ¦ loop.last ¦ loop.length ¦ loop.revindex
    loop.revindex0 ¦ loop.previtem ¦ loop.nextitem ¦ loop.cycle('o', 'e') ¦ loop.changed(a)
    loop.depth ¦ loop.nope ¦ a ¦ b`);
  return {
    one: fc.oneof(
      shape,
      fill('{{_ _ _}}', fc.constantFrom('', '-'), value, fc.constantFrom('', '-')),
      fill('{{ _ }}', name),
      fc.constantFrom(
        'text',
        '\n',
        '  \n',
        ' x ',
        '\n\n  ',
        '{# note #}',
        ' {#- note -#} \n',
        '  {% raw %} {{ x }} {% endraw %}\n',
      ),
      fill('{%_ set _ = _ _%}', sign, name, value, sign),
      fill(
        '{% set a, b = _ %}',
        words(String.raw`
    (1, 2) ¦ l ¦ "xy" ¦ d.items()|first ¦ k[:2]`),
      ),
      fill('{% set _ %}_{% endset %}', name, body),
      fill(
        '{% set _ | _ %}_{% endset %}',
        name,
        fc.constantFrom('upper', 'trim', 'length', 'replace("a", "b")'),
        body,
      ),
      fill('{%_ if _ _%}_{%_ endif _%}', sign, grammar.truth, sign, body, sign, sign),
      fill(
        '{% if _ %}_{% elif _ %}_{% else %}_{% endif %}',
        grammar.truth,
        body,
        grammar.truth,
        body,
        body,
      ),
      fill(
        '{%_ for a in _ _%}_{{ _ }}{%_ endfor _%}',
        sign,
        items,
        sign,
        body,
        loopPart,
        sign,
        sign,
      ),
      fill('{% for a in _ %}_{% else %}_{% endfor %}', items, body, body),
      fill(
        '{% for a in _ if _ %}{{ _ }}_{% endfor %}',
        items,
        words(String.raw`
    a ¦ loop is defined ¦ a != 1 ¦ ns.i < 2 ¦ a in l ¦ b`),
        loopPart,
        body,
      ),
      fill(
        '{% for a in _ %}{{ a }}{% if _ %}{% _ %}{% endif %}_{% else %}none{% endfor %}',
        items,
        fc.constantFrom('loop.index > 1', 'a == 1', 'true', 'loop.last'),
        fc.constantFrom('break', 'continue'),
        body,
      ),
      fill(
        '{% for a, b in _ %}{{ a }}={{ b }};{% endfor %}',
        words(String.raw`
    d.items() ¦ dd|items ¦ d|dictsort ¦ [(1, 2)] ¦ k`),
      ),
      fill(
        '{% for a in [1, [2, [3]], 4] recursive %}{{ a if a is number else loop(a) }}{{ loop.depth }}_{% endfor %}',
        body,
      ),
      fill(
        '{% macro _(p, q=_) %}_{{ p }}{{ q }}{% endmacro %}',
        fc.constantFrom('mac', 'f2'),
        value,
        body,
      ),
      fill(
        '{{ _(_) }}',
        fc.constantFrom('mac', 'f2'),
        fc.oneof(
          value,
          fc.constantFrom('1, 2', 'q=3', 'p=l, q=1', '*l[:2]', '**{"p": 1}', '1, 2, 3', 'r=1', ''),
        ),
      ),
      fc.constantFrom(
        '{% macro v(x) %}{{ x }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ v(1, 2, y=3) }}{{ v.name }}{{ v.arguments }}',
      ),
      fill('{% call(c) mac2(_) %}_{{ c }}{% endcall %}', value, body),
      fill(
        '{% filter _ %}_{% endfilter %}',
        words(String.raw`
    upper ¦ trim ¦ replace("a", n|string) ¦ indent(2) ¦ length`),
        body,
      ),
      fill('{% with a = _, b = a %}_{{ b }}{% endwith %}', value, body),
      fill('{% generation %}_{% endgeneration %}', body),
      fill('{% set ns.i = ns.i + 1 %}_', body),
      fill('{% set ns._ = _ %}', fc.constantFrom('i', 'v', '_x', 'items'), value),
      fill(
        '{{ ns._ }}',
        words(String.raw`
    i ¦ v ¦ _x ¦ items ¦ nope`),
      ),
      fc.constantFrom(
        '{% set it = l|map("string") %}{{ it|first }}{{ it|list }}{{ it|list }}',
        '{% set it = ms|selectattr("n") %}{% for a in it %}{% break %}{% endfor %}{{ it|list|length }}',
      ),
      fc.constantFrom(
        '{{ cy.next() }}{{ cy.current }}',
        '{{ jo() }}',
        "{{ raise_exception('no') if no }}",
      ),
    ),
    body: fc
      .array(tie('one'), { maxLength: 3, depthIdentifier: 'statements' })
      .map((parts) => parts.join('')),
  };
});

const PROLOGUE =
  '{% set ns = namespace(i=0) %}{% set cy = cycler("x", "y") %}{% set jo = joiner("|") %}' +
  '{% macro mac2(w) %}<{{ caller(w) }}{{ n }}>{% endmacro %}';

/** One expression, printed. */
export const expressionProgram: fc.Arbitrary<string> = grammar.any.map((value) => `{{ ${value} }}`);

/** A small template with statements. */
export const statementProgram: fc.Arbitrary<string> = fc
  .array(statements.one, { minLength: 1, maxLength: 5 })
  .map((parts) => PROLOGUE + parts.join(''));
