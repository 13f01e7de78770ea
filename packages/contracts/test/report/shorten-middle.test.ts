import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenMiddle } from '../../src/report/shorten-middle.ts';

const words = /…\[([\d,]+) characters left out\]…/;

describe('a long text in a report', () => {
  it('loses its middle and says how much is gone', () => {
    const text = `${'a'.repeat(5000)}${'z'.repeat(5000)}`;
    expect(shortenMiddle(text, { characters: 20, lines: 10 })).toBe(
      'aaaaaaaaaa…[9,980 characters left out]…zzzzzzzzzz',
    );
  });

  it('is as it was where it is short', () => {
    expect(shortenMiddle('a\nb\nc', { characters: 100, lines: 10 })).toBe('a\nb\nc');
  });

  it('keeps as many lines of its start as of its end', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `line ${at}`).join('\n');
    expect(shortenMiddle(text, { characters: 1000, lines: 4 })).toBe(
      'line 0\nline 1…[8,859 characters left out]…line 998\nline 999',
    );
  });

  it('counts exactly, cuts no pair, and keeps within its bounds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '😀', '\n'), maxLength: 400 }),
        fc.nat(60),
        fc.integer({ min: 2, max: 20 }),
        (text, characters, lines) => {
          const short = shortenMiddle(text, { characters, lines });
          const [marker, count] = words.exec(short) ?? [];
          if (marker === undefined || count === undefined) {
            expect(short).toBe(text);
            return;
          }
          const [head = '', tail = ''] = short.split(marker);
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
          expect(head.length + tail.length + Number(count.replaceAll(',', ''))).toBe(text.length);
          expect(head.length + tail.length).toBeLessThanOrEqual(characters);
          expect(short).not.toMatch(/\p{Cs}/u);
          expect(short.length).toBeLessThanOrEqual(text.length);
          expect(`${head}${tail}`.split('\n').length).toBeLessThanOrEqual(lines);
        },
      ),
      { numRuns: 500, seed: 3 },
    );
  });
});
