import fc from 'fast-check';
import {
  cloneJson,
  createRolloutArgs,
  exactForm,
  exactForms,
  type JsonValue,
  mapJson,
  parseExactJson,
  restoreExactForms,
} from 'slime-sdk';
import { describe, expect, test } from 'vitest';

const LOST = '{"b": 1.0, "10": [1e3, -0.0], "2": {"n": 123456789012345678901234567890}}';

test('the values are those of JSON.parse, but big integers keep their digits as text', () => {
  expect(parseExactJson(LOST)).toEqual({
    b: 1,
    '10': [1000, -0],
    '2': { n: '123456789012345678901234567890' },
  });
});

test('what JavaScript has no word for is noted out of sight', () => {
  const value = parseExactJson(LOST);
  expect(exactForms(value)).toEqual([
    { path: [], form: { numbers: new Map([['b', 1]]), keys: ['b', '10', '2'] } },
    {
      path: ['2'],
      form: { numbers: new Map([['n', '123456789012345678901234567890']]), keys: null },
    },
    {
      path: ['10'],
      form: {
        numbers: new Map([
          ['0', 1000],
          ['1', -0],
        ]),
        keys: null,
      },
    },
  ]);
  expect(Object.keys(Object(value))).toEqual(['2', '10', 'b']);
});

test.each(['{"a": 1, "b": [0.5, 1e-7, "1.0", "\\"2\\": 3.0"]}', '[]', '"1.0"', ' 7 '])(
  'nothing is noted where nothing is lost: %s',
  (text) => {
    expect(exactForms(parseExactJson(text))).toEqual([]);
  },
);

test('a key that is written twice has its last value, at its first place', () => {
  const value = parseExactJson('{"2": 1.0, "1": 0, "2": 5}');
  expect(value).toEqual({ '1': 0, '2': 5 });
  expect(exactForm(Object(value))).toEqual({ numbers: new Map(), keys: ['2', '1'] });
});

test('`__proto__` is a key like any other', () => {
  const value = parseExactJson('{"__proto__": 1.0}');
  expect(Object.keys(Object(value))).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(Object(mapJson(value, (text) => text)))).toEqual(['__proto__']);
});

test('text that is nested very deep is parsed, and nothing noted', () => {
  const text = `${'['.repeat(5000)}1.0${']'.repeat(5000)}`;
  expect(exactForms(parseExactJson(text))).toEqual([]);
});

test('text that is no JSON is a SyntaxError', () => {
  expect(() => parseExactJson('{"a": 1.0,}')).toThrow(SyntaxError);
});

test.each(['999999999999999.99999', '9999999.9999999999', '0.99999999999999999'])(
  '%s, which is a whole number once it is rounded, is known as a float',
  (text) => {
    const parsed = parseExactJson(`[${text}]`);
    expect(exactForm(Object(parsed))?.numbers).toEqual(new Map([['0', Number(text)]]));
  },
);

describe('copies know what the original knew', () => {
  const original = parseExactJson(LOST);
  const forms = exactForms(original);

  test('cloneJson', () => {
    const copy = cloneJson(original);
    expect(copy).toEqual(original);
    expect(copy).not.toBe(original);
    expect(exactForms(copy)).toEqual(forms);
  });

  test('mapJson, which renames keys in it too', () => {
    const copy = mapJson(original, (text) => text.toUpperCase());
    expect(exactForm(Object(copy))).toEqual({
      numbers: new Map([['B', 1]]),
      keys: ['B', '10', '2'],
    });
  });

  test('createRolloutArgs', () => {
    const given = { apply_chat_template_kwargs: { kwargs: original } };
    const { apply_chat_template_kwargs: kwargs } = createRolloutArgs(given);
    expect(kwargs).toEqual({ kwargs: original });
    expect(exactForms(kwargs['kwargs'])).toEqual(forms);
  });

  test('restoreExactForms, after a way that carries only plain data', () => {
    const copy = structuredClone(original);
    expect(exactForms(copy)).toEqual([]);
    restoreExactForms(copy, forms);
    expect(exactForms(copy)).toEqual(forms);
  });
});

test('any JSON text gives what JSON.parse gives', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
      const value: JsonValue = JSON.parse(text);
      const spaced = JSON.stringify(value, null, indent);
      fc.pre(!/\d{16}/.test(spaced));
      expect(parseExactJson(spaced)).toEqual(value);
    }),
    { seed: 7, numRuns: 500 },
  );
});
