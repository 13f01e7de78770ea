import { expect, test } from 'vitest';
import { realTemplates } from '../templates/real-templates.ts';
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

const KEYS = Array.from({ length: 100_000 }, (_, at): [string, number] => [`k${at}`, at]);

/** Values that take long to look at, though nothing is made of them. */
const OPERANDS = {
  text: 'a'.repeat(1_000_000),
  other: ['a'.repeat(500_000), 'a'.repeat(500_000)].join(''),
  emoji: '\u{1f600}'.repeat(300_000),
  items: Array.from({ length: 100_000 }, (_, at) => `k${at}`),
  keys: Object.fromEntries(KEYS),
  backwards: Object.fromEntries(KEYS.toReversed()),
  short: 'ab',
};

/** Looked at again and again, each of them would take minutes. */
const SLOW = [
  'text | length',
  'text | wordcount',
  'text | float',
  'text | truncate(9)',
  'text | urlencode',
  'text.title()',
  'text.swapcase()',
  'text.isprintable()',
  'text.istitle()',
  'text.islower()',
  'text.expandtabs()',
  'text.lstrip("ab")',
  'text.startswith(other)',
  'text.removesuffix(other)',
  'text.count("a")',
  'text.find("a", 9)',
  'text.rsplit(None, 1)',
  'text.format()',
  'text[::2]',
  'text == other',
  'text < other',
  '[text] == [other]',
  'text in [other]',
  'emoji[-1]',
  'emoji | reverse',
  'emoji | last',
  '"%.3s" % emoji',
  'strftime_now(text)',
  'items == items[:]',
  '"b" in items',
  'items.count("b")',
  'items.copy()',
  'items | join',
  'items | unique | list',
  'keys | length',
  'not keys',
  'keys == items',
  'keys.copy()',
  'keys.items() | list',
  'keys.keys() == backwards.keys()',
  'keys == backwards',
  'keys | dictsort',
  'short | unique | list',
  'short | map("upper") | list',
  'strftime_now("%c")',
];

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const tried = SLOW.filter((_, at) => isFull || at % 4 === 0);

test.each(tried)('looking at much costs what it takes: %s', { timeout: 30_000 }, (expression) => {
  const template = compileChatTemplate(
    `{% for a in range(99999) %}{% for b in range(999) %}{% set x = ${expression} %}{% endfor %}{% endfor %}`,
    't',
  );
  expect(() => template.render(OPERANDS)).toThrow(/more than \d+ (?:steps|characters)/);
});

// In a time that grows with the square of the keys, this outlasts the time limit.
test('views of dicts are equal as sets are, and large ones are compared at once', () => {
  const says = (expression: string) =>
    compileChatTemplate(`{{ ${expression} }}`, 't').render({ ...OPERANDS, other: { k0: 1 } });
  const kinds = ['keys', 'items', 'values'];
  expect(kinds.map((kind) => says(`keys.${kind}() == backwards.${kind}()`))).toEqual([
    'True',
    'True',
    'False',
  ]);
  expect(kinds.map((kind) => says(`{1: [2]}.${kind}() == {true: [2.0]}.${kind}()`))).toEqual([
    'True',
    'True',
    'False',
  ]);
  expect(says('{1: 2}.keys() == {1: 3}.keys()')).toBe('True');
  expect(says('{1: 2}.items() == {1: 3}.items()')).toBe('False');
  expect(says('keys.keys() == other.keys()')).toBe('False');
});

test('what one rendering looked through is read anew in the next', () => {
  const dict = Object.fromEntries(KEYS.slice(0, 100));
  const template = compileChatTemplate('{{ d | length }} {{ d | list | last }}', 't');
  expect(template.render({ d: dict })).toBe('100 k99');
  dict['more'] = 1;
  expect(template.render({ d: dict })).toBe('101 more');
});

/** Look at a string's characters one by one, for models whose context has 128k tokens. */
const OF_CHARACTERS = /llama-guard3|llama3\.2-vision/;

test.each([
  [1_000_000, 4000, (name: string) => !OF_CHARACTERS.test(name)],
  [128_000, 500, () => true],
])('no published template is held up by a prompt of %d tokens', (_tokens, characters, isMeant) => {
  // 1,000 turns.
  const text = 'A word and <b>another</b>, 12 of them\n'.repeat(characters / 40);
  const messages = Array.from({ length: 1000 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: at % 2 === 0 ? text : `<think>\n${text}\n</think>\n\nYes.`,
  }));
  for (const [name, source] of realTemplates()) {
    if (!isMeant(name)) continue;
    const variables = { messages, add_generation_prompt: true, bos_token: '', eos_token: '' };
    // One that takes no such conversation says so itself.
    let refusal = '';
    try {
      compileChatTemplate(source, name).render(variables);
    } catch (error) {
      refusal = String(error);
    }
    expect(refusal).not.toMatch(/more than \d+ (?:steps|characters)/);
  }
});

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
