import { describe, expect, it } from 'vitest';
import { formatCount, formatDuration, formatPlural } from '../../src/report/format-quantity.ts';
import { wrapText } from '../../src/report/wrap-text.ts';

describe('quantities in a report', () => {
  it('sets thousands apart', () => {
    expect([0, 999, 1000, 12345, 1234567].map(formatCount)).toEqual([
      '0',
      '999',
      '1,000',
      '12,345',
      '1,234,567',
    ]);
  });

  it('knows one from many', () => {
    expect([formatPlural(1, 'case'), formatPlural(1000, 'case')]).toEqual([
      '1 case',
      '1,000 cases',
    ]);
  });

  it('writes a duration in the unit that suits it', () => {
    expect([0.0123, 0.9999, 2.34, 59.99, 125].map(formatDuration)).toEqual([
      '12 ms',
      '1.0 s',
      '2.3 s',
      '1 min 0 s',
      '2 min 5 s',
    ]);
  });
});

describe('prose in a report', () => {
  it('breaks at spaces and keeps its own line feeds and long words', () => {
    expect(wrapText('one two three\nabcdefghijklmn four', 8)).toEqual([
      'one two',
      'three',
      'abcdefghijklmn',
      'four',
    ]);
  });
});
