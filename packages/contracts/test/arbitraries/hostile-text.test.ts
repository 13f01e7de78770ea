import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactHostileText, expandText, hostileText } from '../../src/arbitraries/index.ts';

const texts = fc.sample(hostileText(), { seed: 1, numRuns: 5000 });

describe('hostile texts', () => {
  it.each<[string, (text: string) => boolean]>([
    ['empty', (text) => text === ''],
    ['blank', (text) => /^\s+$/.test(text)],
    ['with line ends of Windows', (text) => text.includes('\r\n')],
    ['no Unicode', (text) => /[\ud800-\udbff](?![\udc00-\udfff])/.test(text)],
    ['with NUL', (text) => text.includes('\0')],
    ['with an escape sequence', (text) => text.includes('\u001b[')],
    ['from right to left', (text) => /[\u0590-\u06ff\u202e]/.test(text)],
    ['with combining marks', (text) => text.includes('\u0301')],
    ['with pictures', (text) => text.includes('😀')],
    ['beyond the basic plane', (text) => /[\u{20000}-\u{10ffff}]/u.test(text)],
    ['with special tokens', (text) => text.includes('<|endoftext|>')],
    ['with vision tokens', (text) => text.includes('<|vision_start|>')],
    ['with a forged turn', (text) => text.includes('<|im_start|>user')],
    ['with JSON that is broken', (text) => text.includes('{"a": 1,}')],
    ['with a name of prototypes', (text) => text.includes('__proto__')],
    ['with a format', (text) => text.includes('%s')],
    ['with a template', (text) => text.includes('{{ 7')],
    ['with markup', (text) => text.includes('<script>')],
    ['with a box that does not close', (text) => /\\boxed\{[^}]*$/.test(text)],
    ['with a call', (text) => text.includes('<tool_call>\n{')],
    ['long', (text) => text.length > 5000],
  ])('are now and then %s', (_kind, is) => {
    expect(texts.filter(is).length).toBeGreaterThan(4);
  });

  it('are very long in less than one case of 200, and never longer than asked by much', () => {
    const long = texts.filter((text) => text.length > 100_000);
    expect(long.length).toBeGreaterThan(2);
    expect(long.length).toBeLessThan(25);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(1_000_100);
    const short = fc.sample(hostileText({ longest: 50 }), { seed: 2, numRuns: 5000 });
    expect(Math.max(...short.map((text) => text.length))).toBeLessThan(500);
  });

  it('are plain data that is small, however long the text', () => {
    for (const compact of fc.sample(compactHostileText(), { seed: 1, numRuns: 2000 })) {
      expect(JSON.stringify(compact).length).toBeLessThan(3000);
    }
    expect(fc.sample(compactHostileText(), { seed: 1, numRuns: 300 }).map(expandText)).toEqual(
      fc.sample(hostileText(), { seed: 1, numRuns: 300 }),
    );
  });

  it('shrink to short plain ones, and long ones to the length that matters', () => {
    const least = (fails: (text: string) => boolean): unknown =>
      fc.check(
        fc.property(hostileText(), (text) => !fails(text)),
        { seed: 3, numRuns: 5000 },
      ).counterexample;
    expect(least(() => true)).toEqual(['']);
    expect(least((text) => text.includes('}'))).toEqual(['}']);
    expect(least((text) => text.length > 20_000)).toEqual(['a'.repeat(20_001)]);
  });
});
