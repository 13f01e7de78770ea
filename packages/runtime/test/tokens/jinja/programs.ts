import fc from 'fast-check';

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

const of = (...texts: string[]) => fc.constantFrom(...texts);

/** Fills the holes of a pattern, `_`, with arbitraries. */
function fill(pattern: string, ...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  const pieces = pattern.split('_');
  return fc
    .tuple(...parts)
    .map((texts) => pieces.map((piece, index) => piece + (texts[index] ?? '')).join(''));
}

const number = of('0', '1', '2', '3', '-1', '-2', '5', '10', 'n', 'm', 'z', 'big');
const small = of('0', '1', '2', '3', '-1', '-2', 'n');
const attributeName = of(
  ...['role', 'content', 'n', 'more', 'missing', 'p', 'a', 'items', '__proto__', 'constructor'],
);
const key = of(...[`'role'`, `'n'`, `'a'`, `'10'`, `'2'`, `'items'`, `'nope'`, '0', '1', '-1', 'none']);
const path = of(...[`'n'`, `'role'`, `'content'`, `'more.0'`, `'nope'`, `'more'`, `0`, `'n,role'`]);
const strings = of(
  ...['s', 't', 'e', 'w', 'h', `'a'`, `'b'`, `' '`, `'\\n'`, `''`, `'x-y'`, `"it's"`, `'ab'`, `'%s'`],
  ...[`'{}'`, `'É'`, `'10'`, `'1.0'`, `'ß'`, `'a\\tb'`],
);

const comparison = of('==', '!=', '<', '>', '<=', '>=', 'in', 'not in');
const arithmetic = of('+', '-', '*', '/', '//', '%');

const textMethod = of(
  ...['.strip()', `.strip('a ')`, `.lstrip('\\n')`, '.rstrip()', '.upper()', '.lower()', '.title()'],
  ...['.capitalize()', '.swapcase()', '.split()', `.split(' ')`, `.split('b', 1)`, '.split(none, 1)'],
  ...[`.rsplit(' ', 1)`, '.rsplit(none, 1)', '.splitlines()', '.splitlines(true)', `.replace('a', 'bb')`],
  ...[`.replace('', '-')`, `.replace('', '-', 2)`, `.replace('b', '', 1)`, `.startswith('a')`],
  ...[`.startswith(('a', 'H'))`, `.endswith('c')`, `.endswith('f', 2)`, `.find('l')`, `.rfind('b')`],
  ...[`.index('a')`, `.count('a')`, `.count('')`, `.join(k)`, '.join(l)', `.join('xyz')`],
  ...[`.partition('-')`, `.rpartition(' ')`, `.removeprefix('a')`, `.removesuffix('f')`, '.isdigit()'],
  ...['.isalpha()', '.isalnum()', '.isspace()', '.islower()', '.isupper()', '.istitle()', '.isascii()'],
  ...['.isdecimal()', '.isnumeric()', '.isidentifier()', '.isprintable()', '.zfill(6)', '.ljust(6)'],
  ...[`.rjust(7, '*')`, '.center(7)', '.center(6)', '.expandtabs(4)', '.format(n, f, x=l)'],
  ...['.format_map(d)', '.encode()', '.nope', '.nope()', '.__class__', '.casefold()'],
);

const listMethod = of(
  ...['.count(1)', '.index(2)', '.index(1, 1)', '.copy()', '.append(1)', '.pop', '.nope', '.sort()'],
);

const dictMethod = of(
  ...['.items()', '.keys()', '.values()', `.get('a')`, `.get('zz')`, `.get('zz', 4)`, `.get(u, u)`],
  ...['.copy()', '.pop()', '.update', '.a', '.items', `['items']`, '.__proto__', '.constructor'],
  ...['.hasOwnProperty', '.toString', '.__len__', '.p.q', `.p.q[1].r`],
);

const textFilter = of(
  ...['|trim', `|trim('a')`, '|upper', '|lower', '|title', '|capitalize', '|string', '|length'],
  ...[`|replace('a', 'z')`, `|replace('a', 'z', 1)`, `|replace('', '.')`, '|list', '|first', '|last'],
  ...['|reverse', '|int', '|int(5)', '|int(base=16)', '|float', `|default('d')`, `|d('d', true)`],
  ...['|tojson', '|tojson(ensure_ascii=true)', '|wordcount', '|truncate(5)', `|truncate(4, true, '.')`],
  ...['|truncate(3, false, "", 0)', '|center(9)', '|indent', '|indent(2, true)', `|indent('>', blank=true)`],
  ...['|urlencode', '|format(n)', '|format(n, l)', `|join('-')`, '|unique|list', '|sort', '|min', '|max'],
  ...['|batch(2)|list', '|slice(2)|list', '|attr("upper")', '|count', '|select|list', '|safe', '|e'],
  ...['|map("upper")|list', '|abs', '|round', '|sum', '|dictsort', '|items', '|filesizeformat', '|nope'],
);

const numberFilter = of(
  ...['|abs', '|round', '|round(2)', `|round(1, 'ceil')`, `|round(1, 'floor')`, '|int', '|float'],
  ...['|string', '|tojson', '|filesizeformat', '|filesizeformat(true)', '|default(3)', '|length', '|round(-1)'],
);

const listFilter = of(
  ...['|length', '|first', '|last', `|join`, `|join(', ')`, '|list', '|reverse', '|reverse|list', '|sort'],
  ...['|sort(reverse=true)', '|sort(case_sensitive=true)', '|unique', '|unique|list', '|min', '|max', '|sum'],
  ...['|sum(start=1.5)', '|map("string")', '|map("string")|list', '|map("int")|list', '|select|list'],
  ...['|reject("none")|list', '|select("string")|list', '|select("gt", 1)|list', '|reject|list', '|tojson'],
  ...['|tojson(indent=2)', `|tojson(separators=(',', ':'))`, '|batch(2)', '|batch(2, 0)|list', '|slice(3)|list'],
  ...[`|slice(2, 'f')|list`, '|random', '|string', '|map("nope")', '|map', '|length > 2', '|pprint', '|first.nope'],
  ...['|select("odd")|list', '|map("abs")|list', '|map("upper")|join', '|join(none)', '|select("in", [1])|list'],
);

const tableFilter = fc.oneof(
  fill('|map(attribute=_)|list', path),
  fill('|map(attribute=_, default="d")|list', path),
  fill('|selectattr(_)|list', path),
  fill('|selectattr(_, "equalto", _)|list|length', path, of(`'user'`, '2', '1', 'none')),
  fill('|rejectattr(_, "none")|list|length', path),
  fill('|sort(attribute=_)', path),
  fill('|groupby(_)', of(`'role'`, `'n'`, `'nope'`)),
  fill('|groupby(_)|map(attribute="grouper")|list', of(`'role'`, `'n'`)),
  fill('|sum(attribute=_)', path),
  fill('|unique(attribute=_)|list', path),
  fill('|max(attribute=_)', path),
  fill(`|join('/', attribute=_)`, path),
  fill('|map(attribute="n")|select("defined")|sum'),
);

const dictFilter = of(
  ...['|length', '|list', '|items|list', '|items', '|dictsort', `|dictsort(by='value')`, '|dictsort(true, reverse=true)'],
  ...['|tojson', '|tojson(indent=1)', '|tojson(sort_keys=true)', '|string', '|first', '|last', '|join(",")', '|reverse|list'],
  ...['|sort', '|map("string")|list', '|urlencode', '|default({})', '|attr("items")', '|attr("a")', '|tojson(indent="--")'],
);

const test = of(
  ...['defined', 'undefined', 'none', 'string', 'mapping', 'number', 'integer', 'float', 'boolean', 'true'],
  ...['false', 'iterable', 'sequence', 'callable', 'odd', 'even', 'divisibleby 3', 'divisibleby(2)', 'lower'],
  ...['upper', 'eq 1', 'ne(2)', 'gt 1', 'lt 2', 'ge 1', 'le 7', 'in [1, 7]', 'in l', 'sameas none', 'sameas true'],
  ...['escaped', 'equalto "a"', 'nope', 'test', 'filter'],
);

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
      fill('(_ % _)', of(`'%s|'`, `'%5d|'`, `'%-6.2f|'`, `'%r'`, `'%x %%'`, `'%(a)s'`, `'%05.1f'`, `'%e %g'`), any),
      fill('(_ % (_, _))', of(`'%s %s'`, `'%3s|%-3s|'`, `'%s'`, `'%d %.3g'`, `'%+d %c'`), any, any),
      fill('_.format(_, _)', of(`'{} {}'`, `'{0}{1}'`, `'{0:>5}|{1:<4}|'`, `'{:.2f}{}'`, `'{1!r}{0!s}'`, `'{:,}'`, `'{0[0]}'`, `'{:^7}'`), any, any),
      fill('_[_:_]', text, small, small),
      fill('_[_]', text, small),
      fill('_[::_]', text, of('-1', '2', '-2', '0')),
      fill('(_ * _)', text, small),
      fill('(_ if _ else _)', text, truth, text),
      fill('strftime_now(_)', of(`'%Y-%m-%d'`, `'%d %b %Y'`, `'%A, %B %-d, %I:%M %p %j %U %W %V %e'`, `'%H:%M:%S.%f %%'`)),
    ),
    integer: fc.oneof(
      shape,
      number,
      fill('(_ _ _)', integer, arithmetic, integer),
      fill('(-_)', integer),
      fill('(_ ** _)', number, of('0', '1', '2', '3', '-1', '-2', '1.0', '0.5')),
      fill('(_|length)', any),
      fill('(_)_', integer, numberFilter),
    ),
    float: fc.oneof(
      shape,
      of('f', 'g', 'x', 'y', 'neg', '2.5', '0.1', '1e16', '1e3', '-7.25', '123456789.125'),
      fill('(_ _ _)', float, of('+', '-', '*', '/', '//', '%'), float),
      fill('(_ _ _)', integer, of('+', '-', '*', '/', '//', '%'), float),
      fill('(_)_', float, numberFilter),
    ),
    list: fc.oneof(
      shape,
      of('l', 'k', 'mix', 'empty', '[1, 2.0, "a"]', '(1, 2)', '()', '(n,)', 'range(4)', 'range(5, 0, -2)', 'range(n)[1:]'),
      fill('[_, _]', any, any),
      fill('(_, _)', any, any),
      fill('(_ + _)', list, list),
      fill('(_ * _)', list, small),
      fill('_[_:_]', list, small, small),
      fill('_[::_]', list, of('-1', '2')),
      fill('(_)_', list, listFilter),
      fill('__', list, listMethod),
      fill('_.split()', text),
    ),
    table: fc.oneof(shape, of('ms', 'ms[1:]', 'ms[::-1]', '[d, dd]'), fill('(_)_', table, tableFilter)),
    dict: fc.oneof(
      shape,
      of('d', 'dd', 'ed', '{"a": 1, 2: "b"}', '{1: "i", 1.0: "f", true: "t"}', 'dict(a=1)', 'dict([("k", 2)], z=n)', 'ms[0]', '{(1, "a"): [none]}'),
      fill('{_: _}', text, any),
      fill('__', dict, dictMethod),
      fill('(_)_', dict, dictFilter),
      fill('namespace(a=_)', any),
    ),
    truth: fc.oneof(
      shape,
      of('yes', 'no', 'true', 'false'),
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
      of('s', 'n', 'l', 'd', 'none', 'u', 'f', 'ms', 'u.x', 'd.zz', 'big', 'g'),
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
  const name = of('a', 'b', 'c', 's', 'n');
  const sign = of('', '', '-', '+');
  const items = fc.oneof(grammar.list, grammar.table, of('d', 'd.items()', 'range(3)', 'l', 'k', 'ms', 'ms|map(attribute="n")', 'l|select("odd")'));
  const shape = { maxDepth: 3, depthIdentifier: 'statements' };
  const loopPart = of(
    ...['loop.index', 'loop.index0', 'loop.first', 'loop.last', 'loop.length', 'loop.revindex', 'loop.revindex0'],
    ...['loop.previtem', 'loop.nextitem', `loop.cycle('o', 'e')`, 'loop.changed(a)', 'loop.depth', 'loop.nope', 'a', 'b'],
  );
  return {
    one: fc.oneof(
      shape,
      fill('{{_ _ _}}', of('', '-'), value, of('', '-')),
      fill('{{ _ }}', name),
      of('text', '\n', '  \n', ' x ', '\n\n  ', '{# note #}', ' {#- note -#} \n', '  {% raw %} {{ x }} {% endraw %}\n'),
      fill('{%_ set _ = _ _%}', sign, name, value, sign),
      fill('{% set a, b = _ %}', of('(1, 2)', 'l', '"xy"', 'd.items()|first', 'k[:2]')),
      fill('{% set _ %}_{% endset %}', name, body),
      fill('{% set _ | _ %}_{% endset %}', name, of('upper', 'trim', 'length', 'replace("a", "b")'), body),
      fill('{%_ if _ _%}_{%_ endif _%}', sign, grammar.truth, sign, body, sign, sign),
      fill('{% if _ %}_{% elif _ %}_{% else %}_{% endif %}', grammar.truth, body, grammar.truth, body, body),
      fill('{%_ for a in _ _%}_{{ _ }}{%_ endfor _%}', sign, items, sign, body, loopPart, sign, sign),
      fill('{% for a in _ %}_{% else %}_{% endfor %}', items, body, body),
      fill('{% for a in _ if _ %}{{ _ }}_{% endfor %}', items, of('a', 'loop is defined', 'a != 1', 'ns.i < 2', 'a in l', 'b'), loopPart, body),
      fill('{% for a in _ %}{{ a }}{% if _ %}{% _ %}{% endif %}_{% else %}none{% endfor %}', items, of('loop.index > 1', 'a == 1', 'true', 'loop.last'), of('break', 'continue'), body),
      fill('{% for a, b in _ %}{{ a }}={{ b }};{% endfor %}', of('d.items()', 'dd|items', 'd|dictsort', '[(1, 2)]', 'k')),
      fill('{% for a in [1, [2, [3]], 4] recursive %}{{ a if a is number else loop(a) }}{{ loop.depth }}_{% endfor %}', body),
      fill('{% macro _(p, q=_) %}_{{ p }}{{ q }}{% endmacro %}', of('mac', 'f2'), value, body),
      fill('{{ _(_) }}', of('mac', 'f2'), fc.oneof(value, of('1, 2', 'q=3', 'p=l, q=1', '*l[:2]', '**{"p": 1}', '1, 2, 3', 'r=1', ''))),
      of('{% macro v(x) %}{{ x }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ v(1, 2, y=3) }}{{ v.name }}{{ v.arguments }}'),
      fill('{% call(c) mac2(_) %}_{{ c }}{% endcall %}', value, body),
      fill('{% filter _ %}_{% endfilter %}', of('upper', 'trim', 'replace("a", n|string)', 'indent(2)', 'length'), body),
      fill('{% with a = _, b = a %}_{{ b }}{% endwith %}', value, body),
      fill('{% generation %}_{% endgeneration %}', body),
      fill('{% set ns.i = ns.i + 1 %}_', body),
      fill('{% set ns._ = _ %}', of('i', 'v', '_x', 'items'), value),
      fill('{{ ns._ }}', of('i', 'v', '_x', 'items', 'nope')),
      of('{% set it = l|map("string") %}{{ it|first }}{{ it|list }}{{ it|list }}', '{% set it = ms|selectattr("n") %}{% for a in it %}{% break %}{% endfor %}{{ it|list|length }}'),
      of('{{ cy.next() }}{{ cy.current }}', '{{ jo() }}', `{{ raise_exception('no') if no }}`),
    ),
    body: fc.array(tie('one'), { maxLength: 3, depthIdentifier: 'statements' }).map((parts) => parts.join('')),
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
