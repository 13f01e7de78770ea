import * as fc from 'fast-check';
import { isSlimeError } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/index.ts';
import { readPythonModule } from '../../src/import/python-module.ts';
import { dumpJson } from '../../src/python/dump-json.ts';
import { runPython } from '../run-python.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const SIZE = { seed: 11, numRuns: isFull ? 20_000 : 1500 };

const CONSTRUCTORS = {
  Task: ['annotator', 'user_id', 'instruction', 'actions', 'outputs'],
  Action: ['name', 'kwargs'],
};

const read = (source: string) => readPythonModule(source, 'tasks.py', /^TASKS$/, CONSTRUCTORS);

/** The JSON text of what a module assigns; null when it is refused. */
function readOrRefuse(source: string): string | null {
  try {
    return dumpJson(read(source).value);
  } catch (error) {
    if (isSlimeError(error) && /^tasks\.py:\d+: /.test(error.message)) return null;
    throw error;
  }
}

/** What Python's own parser makes of a module, without running it; null where it is no plain data. */
const JUDGE = `
import ast, json, sys
FIELDS = {"Task": ["annotator", "user_id", "instruction", "actions", "outputs"], "Action": ["name", "kwargs"]}
def plain(node):
    if isinstance(node, ast.List):
        return [plain(one) for one in node.elts]
    if isinstance(node, ast.Dict):
        return {text(key): plain(one) for key, one in zip(node.keys, node.values)}
    if isinstance(node, ast.Call):
        known = FIELDS[node.func.id]
        assert not node.args and all(one.arg in known for one in node.keywords)
        return {one.arg: plain(one.value) for one in node.keywords}
    value = ast.literal_eval(node)
    assert value is None or type(value) in (bool, int, float, str)
    if type(value) is str:
        value.encode("utf-8")
    return value
def text(node):
    value = plain(node)
    assert type(value) is str
    return value
def judge(source):
    body = ast.parse(source).body
    found = [one for one in body if isinstance(one, ast.Assign)]
    others = [one for one in body if not isinstance(one, (ast.Assign, ast.Import, ast.ImportFrom))]
    assert all(isinstance(one, ast.Expr) and type(plain(one.value)) is str for one in others)
    assert len(found) == 1 and [one.id for one in found[0].targets] == ["TASKS"]
    return json.dumps(plain(found[0].value))
for line in sys.stdin:
    try:
        print(json.dumps(judge(json.loads(line))))
    except Exception:
        print("null")
`;

/** Python's own text of a value, on one line and on many. */
const WRITER = `
import json, pprint, sys
for line in sys.stdin:
    value = json.loads(line)
    print(json.dumps([repr(value), pprint.pformat(value, width=30, sort_dicts=False), json.dumps(value)]))
`;

const CHARACTERS = `'"\\[]{}(),:-+.=#rRuUbBfF_01789eExojN\n \t\f`.split('');
const STRINGS = ["'''", '"""', '"a"', "'b'", '\\\n', '\\x41', '\\u00e9', '\\U0001F600', '\\101'];
const ODD_TEXTS = ['\\400', '\\ud83d', '\\U00110000', '\r\n', '\r', 'é', '\u2028', '# note\n'];
const NUMBERS = ['1_000', '0x_fF', '0b10', '0o17', '1.5e-3', '.5', '5.', '1e400', '007', '1j'];
const WORDS = ['True', 'None', 'Task(', 'Action(', 'name=', 'kwargs={', 'outputs=[', 'for x in'];
const OTHERS = ['*', '"k": ', 'TASKS', 'from a import b\n'];

/** Pieces of source that make each other mean something else. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...CHARACTERS) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...STRINGS, ...ODD_TEXTS, ...NUMBERS, ...WORDS, ...OTHERS),
  },
);
const wild = fc
  .tuple(
    fc.constantFrom('', '[', '["', "'", '{"k": '),
    fc.array(piece, { maxLength: 9 }),
    fc.constantFrom('', ']', '"]', "'", '}'),
  )
  .map(([open, pieces, close]) => `TASKS = ${open}${pieces.join('')}${close}`);

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'it\'s "both"',
      'back\\slash',
      'line\nend\r\t',
      '\u0000\u0007\u007f\u00a0\u200b',
    ),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 5 }), tie('any'), { maxKeys: 4 }),
  ),
})).any;

describe('a module of Python literals', () => {
  it('is read as Python writes it by repr and by pprint', (context) => {
    const lines = fc
      .sample(value, { ...SIZE, numRuns: SIZE.numRuns / 3 })
      .map((one) => JSON.stringify(one));
    const written = runPython(context, WRITER, lines);

    expect(written).toHaveLength(lines.length);
    for (const line of written) {
      const [inline = '', spread = '', expected = '']: string[] = JSON.parse(line);
      for (const text of [inline, spread]) {
        expect([text, readOrRefuse(`TASKS = [${text}]\n`)]).toEqual([text, `[${expected}]`]);
      }
    }
  });

  it('is taken or refused as Python takes it for plain data, whatever stands there', (context) => {
    const sources = fc.sample(wild, SIZE);
    const judged = runPython(
      context,
      JUDGE,
      sources.map((source) => JSON.stringify(source)),
    );

    const verdicts = judged.map((line): unknown => JSON.parse(line));
    expect(verdicts).toHaveLength(sources.length);
    expect(verdicts.filter((verdict) => verdict !== null).length).toBeGreaterThan(
      SIZE.numRuns / 20,
    );
    const different = sources
      .map((source, at) => ({ source, python: verdicts[at], ours: readOrRefuse(source) }))
      .filter(({ python, ours }) => python !== ours);
    expect(different).toEqual([]);
  });

  it('may hold tasks and actions with arguments in any order, comments and trailing commas', () => {
    const source = [
      '"""Tasks."""',
      'from tau_bench.types import Task, Action',
      '# The tasks.',
      'TASKS = [',
      '    Task(',
      "        outputs=['10', ],  # what to tell",
      '        user_id = "ada_li_1",',
      '        instruction=(',
      "            'You are Ada. '",
      '            "It\'s late."',
      '        ),',
      '        actions=[Action(kwargs={"amount": 1, "rate": 1.0, "n": -2}, name=r"a\\n")],',
      '    ),',
      ']',
    ].join('\n');
    const module = read(source);
    const { name, value: tasks } = module;

    expect([name, dumpJson(tasks)]).toEqual([
      'TASKS',
      '[{"outputs": ["10"], "user_id": "ada_li_1", "instruction": "You are Ada. It\'s late.", ' +
        '"actions": [{"kwargs": {"amount": 1, "rate": 1.0, "n": -2}, "name": "a\\\\n"}]}]',
    ]);
    expect(module.lineOf(Array.isArray(tasks) ? (tasks[0] ?? null) : null)).toBe(5);
  });

  it.for([
    ['TASKS = [\n  load("x"),\n]', 2, /^load where a plain value must be/],
    ['import os\nos.remove("x")', 2, /^os/],
    ['TASKS = [Task("ada")]', 1, /takes arguments as name=value only/],
    ['TASKS = [Task(**fields)]', 1, /takes arguments as name=value only/],
    ['TASKS = [\nTask(user="ada")]', 2, /^Task has no user, it takes annotator, user_id/],
    ['TASKS = [Task(user_id="a",\n user_id="b")]', 2, /^Task is given user_id twice/],
    ['TASKS = [f"{x}"]', 1, /^an f-string where a plain value must be/],
    ['TASKS = [b"x"]', 1, /^bytes where a plain value must be/],
    ['TASKS = [1 + 2]', 1, /^\+ where a plain value must be/],
    ['TASKS = [x for x in y]', 1, /^x where a plain value must be/],
    ['TASKS = [("a", "b")]', 1, /^a tuple/],
    ['TASKS = {"a", "b"}', 1, /^, where a plain value must be/],
    ['TASKS = {1: 2}', 1, /^a key that is no string/],
    ['TASKS = ["\\N{BULLET}"]', 1, /names a character: write the character itself/],
    ['TASKS = [1]\nTASKS = [2]', 2, /^TASKS beside TASKS: one is read/],
    ['TASKS = [1]\nTASKS.append(2)', 2, /^\. where = must be|^TASKS/],
    ['TASKS += [1]', 1, /^\+ where = must be/],
    ['if True:\n    TASKS = [1]', 1, /^if: only imports and one list of literals are read/],
    ['x = 1', 1, /^x: only imports/],
    ['\n\n', 3, /^no assignment to a name such as \^TASKS\$/],
    ['# -*- coding: latin-1 -*-\nTASKS = []', 1, /^the encoding latin-1; only UTF-8 is read/],
    ['TASKS = [\n"""\n\n', 2, /^a string that is not closed/],
    ["TASKS = ''\\\n", 1, /^a character that Python does not know here/],
  ] as const)('is refused with its line: %s', ([source, line, problem]) => {
    const refusal = (() => {
      try {
        return dumpJson(read(source).value);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    })();

    expect(refusal.startsWith(`tasks.py:${line}: `) ? 'placed' : refusal).toBe('placed');
    expect(refusal.slice(`tasks.py:${line}: `.length)).toMatch(problem);
  });

  it('is refused when it is nested too deep, or has a number too long', () => {
    expect(() => read(`TASKS = ${'['.repeat(100_000)}`)).toThrow(/:1: more than 200 nested/);
    expect(() => read(`TASKS = ${'9'.repeat(5000)}`)).toThrow(/:1: an integer of more than 4300/);
  });

  it('keeps the last value of a key that stands twice, in its first place', () => {
    const source = 'TASKS = {"b": 1, "a": 2, "b": 3}';

    expect(dumpJson(read(source).value)).toBe('{"b": 3, "a": 2}');
    expect(parseJson('{"b": 1, "a": 2, "b": 3}', 'twice')).toEqual(read(source).value);
  });
});
