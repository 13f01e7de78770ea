import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectSeen, jsonValue } from '../../src/arbitraries/index.ts';

describe('what was seen', () => {
  it('is strings whole, their words, quoted spans and numbers', () => {
    expect(collectSeen('Order "#W12 (late)", 3 lamps at 12.50.')).toEqual([
      'Order',
      '#W12',
      'late',
      '3',
      'lamps',
      'at',
      '12.50',
      '#W12 (late)',
      12,
      3,
      12.5,
      'Order "#W12 (late)", 3 lamps at 12.50.',
    ]);
  });

  it('is scalars with the keys that they stand under, newest last', () => {
    expect(collectSeen({ user_id: 'mia', ids: ['4', '5'], n: 0, ok: true, none: null })).toEqual([
      'user_id',
      'mia',
      { user_id: 'mia' },
      'ids',
      4,
      '4',
      5,
      '5',
      { ids: '4' },
      { ids: '5' },
      'n',
      0,
      { n: 0 },
      'ok',
      true,
      { ok: true },
      'none',
    ]);
  });

  it.each([
    ['{"order_id": "#W12", "total": 12.5}', { order_id: '#W12' }, { total: 12.5 }],
    ['Your code: X-1.', { code: 'X-1' }, 'X-1'],
    ['seed=42 mode=fast', { seed: 42 }, { mode: 'fast' }],
    ["{'user': 'Mia Li'}", { user: 'Mia Li' }, 'Mia'],
    ['**Answer:** 7', { Answer: 7 }, 7],
    ['[{"id": "7", "tags": ["new"]}]', { id: '7' }, { tags: 'new' }, 7],
    ['{"note": "see \\"#W3\\"."}', '#W3', { note: 'see "#W3".' }],
  ])('is what a text names: %s', (text, ...expected) => {
    const seen = collectSeen(text);
    for (const value of expected) expect(seen).toContainEqual(value);
  });

  it('said again is said last, once', () => {
    const seen = collectSeen(['red', 'blue', 'red']);
    expect(seen).toEqual(['blue', 'red']);
  });

  it('reads messages, parts of pictures among them', () => {
    const seen = collectSeen([
      {
        role: 'user',
        content: [
          { type: 'image', image: new Uint8Array(9) },
          { type: 'text', text: 'Which door?' },
        ],
      },
    ]);
    expect(seen).toContain('door');
    expect(seen.some((value) => typeof value === 'number')).toBe(false);
  });

  it('is bounded, plain, and made of anything', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(collectSeen(circle)).toEqual([]);
    expect(collectSeen(undefined)).toEqual([]);
    expect(collectSeen(Number.NaN)).toEqual([]);
    expect(collectSeen('a b '.repeat(100_000)).length).toBeLessThan(10);
    expect(collectSeen(Array.from({ length: 5000 }, (_, at) => at))).toHaveLength(800);
    fc.assert(
      fc.property(jsonValue(), (value) => {
        const seen = collectSeen(value);
        expect(JSON.parse(JSON.stringify(seen))).toEqual(seen);
      }),
      { seed: 1 },
    );
  });
});
