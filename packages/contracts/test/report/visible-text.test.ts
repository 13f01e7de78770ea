import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleLine, visibleText } from '../../src/report/visible-text.ts';
import { HOSTILE_RUNS, hostileText } from './hostile-report.ts';

describe('a text in a report', () => {
  it('shows what a terminal would obey or swallow as escapes', () => {
    expect(visibleText('a\u0000b\u001b[2Jc\td\re')).toBe('a\\x00b\\x1b[2Jc\\td\\re');
    expect(visibleText('\u202e\u200b\ufeff\u2028\u{e0001}')).toBe(
      '\\u202e\\u200b\\ufeff\\u2028\\u{e0001}',
    );
  });

  it('shows half a surrogate pair, and leaves a whole one', () => {
    expect(visibleText('\ud83d|\ude00|😀')).toBe('\\ud83d|\\ude00|😀');
  });

  it('keeps line feeds, and in one line shows them', () => {
    expect(visibleText('a\nb')).toBe('a\nb');
    expect(visibleLine('a\nb')).toBe('a\\nb');
  });

  it('leaves words of any script alone', () => {
    const words = 'Größe 大きさ حجم размер 👍🏽';
    expect(visibleText(words)).toBe(words);
  });

  it('starts no command of a CI server in the middle of a line', () => {
    expect(visibleText('x ##[add-path]y')).toBe('x #\\x23[add-path]y');
  });

  it('never holds a control character, whatever comes in', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(visibleLine(text)).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
      HOSTILE_RUNS,
    );
  });
});
