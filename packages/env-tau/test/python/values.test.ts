import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dumpJson } from '../../src/python/dump-json.ts';
import { hashableText } from '../../src/python/hashable-text.ts';
import { roundToCents } from '../../src/python/number.ts';
import { parseJson } from '../../src/python/parse-json.ts';
import { numberText, plainText } from '../../src/python/text.ts';
import { fromJson, isDeeperThan } from '../../src/python/value.ts';
import { runPython } from '../run-python.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const SIZE = { seed: 7, numRuns: isFull ? 20_000 : 1500 };

/** JSON texts as a producer may write them: all number forms, any characters, digit keys. */
const number = fc.oneof(
  fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => {
    const text = JSON.stringify(value);
    return /[.e]/.test(text) ? text : `${text}.0`;
  }),
  fc.constantFrom('-0', '-0.0', '1e5', '1E-7', '1.0', '1', '1e400', '123456789012345680.0'),
);
const string = fc.string({ unit: 'binary', maxLength: 8 }).map((value) => JSON.stringify(value));
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    number,
    string,
    fc.constantFrom('null', 'true', 'false', 'NaN', '-Infinity'),
    fc.array(tie('json'), { maxLength: 4 }).map((all) => `[${all.join(',')}]`),
    fc
      .array(
        fc.tuple(fc.oneof(string, fc.constantFrom('"10"', '"9"', '"__proto__"')), tie('json')),
        { maxLength: 4 },
      )
      .map((all) => `{${all.map(([key, value]) => `${key} : ${value}`).join(' ,\n')}}`),
  ),
}));

const JUDGE = `
import hashlib, json, sys
def hashable(value):
    if isinstance(value, dict):
        return tuple((key, hashable(one)) for key, one in sorted(value.items()))
    return tuple(hashable(one) for one in value) if isinstance(value, list) else value
for line in sys.stdin:
    value = json.loads(json.loads(line))
    text = str((hashable(value), 0)).encode('utf-8', 'surrogatepass')
    print(json.dumps([json.dumps(value), str(value), hashlib.sha256(text).hexdigest()]))
`;

describe('values of Python', () => {
  it('are read, printed and hashed as Python does', (context) => {
    const texts = fc.sample(json, SIZE);
    const judged = runPython(
      context,
      JUDGE,
      texts.map((text) => JSON.stringify(text)),
    );

    expect(judged).toHaveLength(texts.length);
    for (const [at, text] of texts.entries()) {
      const value = parseJson(text, 'sample');
      const hashed = createHash('sha256')
        .update(`(${hashableText(value)}, 0)`)
        .digest('hex');
      expect([dumpJson(value), plainText(value), hashed]).toEqual(JSON.parse(judged[at] ?? ''));
    }
  });

  it('are rounded to hundredths as Python does, exact ties to the even one', (context) => {
    const ties = [
      0.125,
      0.375,
      2.625,
      -0.125,
      1_000_000.875,
      4_503_599_627_370_495.5 / 4,
      -0.0,
      -1e-9,
    ];
    const halves = fc.sample(
      fc.integer({ min: -(10 ** 7), max: 10 ** 7 }).map((thousandths) => thousandths / 1000),
      SIZE,
    );
    const others = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), SIZE);
    const numbers = [...ties, ...halves, ...others];
    const judged = runPython(
      context,
      'import sys\nfor line in sys.stdin: print(repr(round(float(line), 2)))',
      numbers.map((value) => numberText(value)),
    );

    expect(numbers.map((value) => numberText(roundToCents(value)))).toEqual(judged);
    expect(roundToCents(88n)).toBe(88n);
  });

  it.for([
    ['{"a": 1', '"," or "}" expected'],
    ['[1 2]', '"," or "]" expected'],
    ['01', 'the text goes on after its value'],
    ['"a\nb"', 'a bare control character'],
    ['"\\x"', 'an unknown escape'],
    ['{"a: 1}', 'a string is not closed'],
    ['{a: 1}', 'a string in quotes expected'],
    ['', 'a value expected'],
    ['['.repeat(501), 'nested more than 500 levels'],
    ['9'.repeat(4301), 'more than 4300 digits'],
  ] as const)('are not read from %j', ([text, problem]) => {
    expect(() => parseJson(text, 'orders.json')).toThrow(
      expect.objectContaining({
        name: 'DataError',
        message: expect.stringMatching(/^orders\.json is no JSON: /),
      }),
    );
    expect(() => parseJson(text, 'orders.json')).toThrow(problem);
  });

  it('come from a parsed call with whole numbers as integers', () => {
    expect(dumpJson(fromJson({ a: [1, 1.5, null, true, 'x'], b: { c: 1e300 } }))).toBe(
      '{"a": [1, 1.5, null, true, "x"], "b": {"c": 1e+300}}',
    );
  });

  it('tell how deep they are', () => {
    const value = parseJson('[{"a": [1]}]', 'sample');

    expect([2, 3].map((levels) => isDeeperThan(value, levels))).toEqual([true, false]);
  });
});
