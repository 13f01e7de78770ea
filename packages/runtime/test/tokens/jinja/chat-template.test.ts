import { describe, expect, test } from 'vitest';
import { compileChatTemplate } from '../../../src/tokens/jinja/chat-template.ts';
import { LANGUAGE } from './language.ts';
import { pythonMissing, renderWithPython } from './python-jinja.ts';

const render = (source: string, variables: Readonly<Record<string, unknown>> = {}) =>
  compileChatTemplate(source, 't.jinja').render(variables);

describe.each(Object.entries(LANGUAGE))(
  'templates mean what they mean in Python: %s',
  (_, cases) => {
    test.each(cases)('%s', (source, variables, expected) => {
      expect(render(source, variables)).toBe(expected);
    });
  },
);

test('the expected texts are what Python’s Jinja gives', (context) => {
  const missing = pythonMissing();
  if (missing !== undefined) return context.skip(missing);
  const cases = Object.values(LANGUAGE).flat();
  const results = renderWithPython(
    cases.map(([template, variables]) => ({ template, json: JSON.stringify(variables) })),
  );
  const texts = cases.map(([template, , expected]) => [template, { text: expected }]);
  expect(cases.map(([template], index) => [template, results[index]])).toEqual(texts);
});

test.each([
  ['{% include "x" %}', 'line 1: the tag `include`'],
  ['{% import "x" as y %}', 'the tag `import`'],
  ['{% extends "x" %}', 'the tag `extends`'],
  ['{% block a %}{% endblock %}', 'the tag `block`'],
  ['{% do x.append(1) %}', 'the tag `do`'],
  ['{% autoescape true %}{% endautoescape %}', 'the tag `autoescape` is not implemented'],
  ['\n\n{{ x | random }}', 'line 3: the filter `random` is not implemented: it is random'],
  ['{{ x | escape }}', 'the filter `escape` is not implemented'],
  ['{{ x | pprint }}', 'the filter `pprint` is not implemented'],
  ['\n{{ self.title() }}', 'line 2: the name `self` is not implemented'],
  ['a\n\n{{ lipsum() }}', 'the name `lipsum` is not implemented'],
  ['{% for loop in x %}{% endfor %}', 'the variable `loop` cannot be assigned to'],
  ['{% set true = 1 %}', '`true` cannot be assigned to'],
  ['{% macro m(a=1, b) %}{% endmacro %}', '`b` has no default'],
  ['{{ f(a=1, a=2) }}', "expected one argument 'a'"],
  ['{% for a in b %}{% call f() %}{% break %}{% endcall %}{% endfor %}', '`break` outside a loop'],
  ['a\n{{ x | frobnicate }}', 'line 2: the filter `frobnicate` is unknown'],
  ['{{ x is frobnicated }}', 'the test `frobnicated` is unknown'],
  ['{% if x %}\ny', 'line 1: the block is not closed: expected elif or else or endif'],
  ['{{ x', 'line 1: `{{` is not closed'],
  ['{{ "x }}', 'a string is not closed'],
  ['{# x', 'a comment is not closed'],
  ['{% endif %}', 'the tag `endif`'],
  ['{{ x y }}', 'expected the end of the tag, got `y`'],
  ['{{ }}', 'expected an expression, got the end of the tag'],
  ['{% break %}', '`break` outside a loop'],
  ['{{ x[1:2, 2] }}', 'a slice beside another index is not implemented'],
  ['{{ "\\N{BULLET}" }}', 'the escape \\N in a string cannot be read'],
])('a template that cannot be used is refused with its line: %j', (source, message) => {
  expect(() => compileChatTemplate(source, 't.jinja')).toThrow(
    expect.objectContaining({ code: 'SLIME_ENCODER', message: expect.stringContaining(message) }),
  );
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['a\n{{ x.y.z }}', {}, "line 2: an undefined value has no attribute 'y'"],
  ['{{ x + 1 }}', { x: 'a' }, "`+` cannot take 'str' and 'int'"],
  ['{{ x + "a" }}', { x: null }, "`+` cannot take 'None' and 'str'"],
  ['{{ "a" in x }}', { x: 1 }, "'int' object is not iterable"],
  ['{{ 1 in "a" }}', {}, "'in <string>' requires string as left operand, not int"],
  ['{{ 1 / 0 }}', {}, 'division by zero'],
  ['{{ dict(x) }}', {}, 'dict() takes a mapping or pairs, not Undefined'],
  ['{{ [range(2), range(2)] | unique | list }}', {}, 'a range as a key is not implemented'],
  ['{{ f() }}', {}, '`f` is undefined'],
  ['{{ x() }}', { x: 1 }, '`x` cannot be called'],
  ['{{ x.append(1) }}', { x: [] }, '`append` is undefined'],
  ['{{ x | tojson }}', {}, 'has no JSON form'],
  ['{{ 1 < "a" }}', {}, "'int' and 'str' cannot be compared"],
  ['{{ x | items | list }}', { x: 1 }, 'can only get item pairs from a mapping'],
  ['{% for a, b in [[1]] %}{% endfor %}', {}, '1 values for 2 names'],
  ['{% macro m(a) %}{% endmacro %}{{ m(b=1) }}', {}, "the macro m has no argument 'b'"],
  ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', {}, 'without end'],
  ['{% for i in range(1000000000) %}{% endfor %}', {}, 'the sandbox allows 100000'],
  [
    'x\n\n{{ raise_exception("roles must alternate") }}',
    {},
    'line 3: the template refused it: roles must alternate',
  ],
  ['{{ "²".isdigit() }}', {}, 'isdigit() of such characters is not implemented'],
  ['{{ x | map("upper") }}', { x: ['a'] }, 'has no text of its own'],
  ['{{ (x | safe) + "<" }}', { x: 'a' }, 'text marked safe, which is not implemented here'],
  ['{{ (x | safe).strip() }}', { x: 'a' }, 'text marked safe, which is not implemented here'],
  ['{{ namespace(_a=1) }}', {}, "a namespace cannot hold '_a'"],
  ['{{ 2.5 ** 0.3 }}', {}, '`**` of floats is not implemented'],
  ['{{ "a" | format(1, b=2) }}', {}, 'positional or keyword arguments, not both'],
])('what goes wrong in a rendering is told with its line: %j', (source, variables, message) => {
  expect(() => render(source, variables)).toThrow(
    expect.objectContaining({ code: 'SLIME_ENCODER', message: expect.stringContaining(message) }),
  );
});

test.each([
  ['%5%', '()', 'not enough arguments for format string'],
  ['%-%', '()', 'not enough arguments for format string'],
  ['%5%', '(1,)', "unsupported format character '%'"],
  ['%(a)%', '{"a": 1}', "unsupported format character '%'"],
])(
  'a percent sign with a width is no percent sign to Python: %s of %s',
  (format, args, message) => {
    expect(() => render(`{{ '${format}' % ${args} }}`)).toThrow(message);
    expect(render("{{ '%%' % () }}{{ '%d%%' % 5 }}")).toBe('%5%');
  },
);

test('the date of a template is the injected clock’s', () => {
  const template = compileChatTemplate(
    "{{ strftime_now('%d %b %Y, %A %I:%M %p') }}",
    't.jinja',
    () => new Date(2026, 0, 5, 21, 7, 3),
  );
  expect(template.render({})).toBe('05 Jan 2026, Monday 09:07 PM');
});

test('rendering leaves what it was given as it was', () => {
  const variables = { xs: [{ a: 1 }], x: { items: [1] } };
  const before = structuredClone(variables);
  render(
    '{% set xs = xs + [1] %}{% for x in xs %}{% set x = 2 %}{% endfor %}{{ x.keys() }}',
    variables,
  );
  expect(variables).toEqual(before);
});
