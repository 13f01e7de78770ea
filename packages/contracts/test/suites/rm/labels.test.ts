import { describe, expect, it } from 'vitest';
import { isOtherUnit, isPlainLabel, isSameMeaning } from '../../../src/suites/rm/labels.ts';

describe('a plain label', () => {
  it.each([['42'], [3.5], ['2\\sqrt{3}'], ['New York'], ['\\frac{1}{2}'], ['AB = 48']])(
    'is %j',
    (label) => expect(isPlainLabel(label)).toBe(true),
  );

  it.each([
    [null],
    [''],
    [['a']],
    [{ a: 1 }],
    ['a\nb'],
    ['{"a": 1}'],
    ['Paris|paris'],
    ['^\\d+$'],
    ['3 * 2 = 6 #### 6'],
    ['x'.repeat(81)],
  ])('is not %j', (label) => expect(isPlainLabel(label)).toBe(false));
});

describe('two labels mean the same', () => {
  it.each([
    ['0/5', '0/6'],
    ['0.5', '1/2'],
    ['\\frac{1}{2}', 0.5],
    ['1,200', '1200'],
    ['2 or 1', '1 or 2'],
    ['Paris', ' paris '],
  ])('as %j and %j do', (left, right) => expect(isSameMeaning(left, right)).toBe(true));

  it.each([
    ['1/2', '2/1'],
    ['3', '-3'],
    ['A', 'B'],
    [null, null],
  ])('not as %j and %j', (left, right) => expect(isSameMeaning(left, right)).toBe(false));
});

it('tells units apart that are of one number', () => {
  expect(isOtherUnit('5 cm', '5 m')).toBe(true);
  expect(isOtherUnit('5 cm', '5 centimeters')).toBe(false);
  expect(isOtherUnit('5 cm', '6 m')).toBe(false);
  expect(isOtherUnit('5', '5')).toBe(false);
});
