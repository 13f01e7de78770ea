import { describe, expect, it } from 'vitest';
import { isSamePay, readPaysOf } from '../../../src/suites/rm/score.ts';

describe('the pays of a result', () => {
  it.each([
    ['a number', 'single', 0.5, 1, null, [0.5]],
    ['the named key of an object', 'single', { score: 2, other: 3 }, 1, 'score', [2]],
    ['each item of a group', 'group', [1, 0], 2, null, [1, 0]],
    ['nothing for an object without a key', 'single', { score: 2 }, 1, null, null],
    ['nothing for a list that is short', 'group', [1], 2, null, null],
    ['nothing for a hole', 'group', [1, null], 2, null, null],
    ['nothing for NaN', 'single', Number.NaN, 1, null, null],
    ['nothing for a boolean', 'single', true, 1, null, null],
    ['nothing for an object in place of a list', 'group', { 0: 1, length: 1 }, 1, null, null],
  ] as const)('are %s', (_what, mode, raw, count, key, pays) => {
    expect(readPaysOf(mode, raw, count, key)).toEqual(pays);
  });
});

describe('two pays', () => {
  it('are the same but for the order of a sum', () => {
    expect(isSamePay(0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1)).toBe(true);
  });

  it('differ where a person would say so', () => {
    expect(isSamePay(1, 1.001)).toBe(false);
  });

  it('differ where one of them is none', () => {
    expect(isSamePay(-Infinity, 0)).toBe(false);
    expect(isSamePay(Number.NaN, Number.NaN)).toBe(false);
  });
});
