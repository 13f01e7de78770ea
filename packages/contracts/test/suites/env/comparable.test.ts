import { describe, expect, it } from 'vitest';
import { comparable } from '../../../src/suites/env/comparable.ts';

describe('what an env gave', () => {
  it('is copied, with words for what is no data', () => {
    const given = { text: 'a', list: [1, { b: undefined }], big: 1n, run: () => {} };
    expect(comparable(given)).toEqual({
      text: 'a',
      list: [1, {}],
      big: '(1)',
      run: '(a function)',
    });
  });

  it('tells pictures apart by length and hash', () => {
    const [one, same, other] = [
      [1, 2],
      [1, 2],
      [1, 3],
    ].map((bytes) => comparable({ image: Uint8Array.from(bytes) }));
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
  });

  it('ends where it holds itself', () => {
    const given: Record<string, unknown> = {};
    given['self'] = given;
    expect(JSON.stringify(comparable(given))).toContain('(too deep)');
  });
});
