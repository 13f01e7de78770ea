import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_VOCABULARY, type Vocabulary, vocabularyText } from '../../src/arbitraries/index.ts';
import { matchingFrame, matchingText } from '../../src/arbitraries/matching-text.ts';
import { answerFrame } from '../../src/arbitraries/vocabulary.ts';

const vocabulary: Vocabulary = {
  literals: ['FINAL:', 'refuse', 'x'.repeat(5000), 'refuse'],
  regexes: [
    { source: String.raw`\\boxed\{([^{}]*)\}`, flags: 'g' },
    { source: '^(?:yes|no)$', flags: 'i' },
    { source: String.raw`(["'])x\1`, flags: '' },
  ],
};

function draw<T>(arbitrary: fc.Arbitrary<T> | undefined, count = 200): T[] {
  return arbitrary === undefined ? [] : fc.sample(arbitrary, { seed: 1, numRuns: count });
}

describe('texts of a vocabulary', () => {
  it('hold each of its literals and what its expressions match', () => {
    const texts = draw(vocabularyText(vocabulary), 1000);
    for (const part of [
      /FINAL:/,
      /refuse/,
      /x{2000}/,
      /\\boxed\{[^{}]*\}/,
      /\b(?:yes|no)\b/,
      /42/,
    ]) {
      expect(texts.filter((text) => part.test(text)).length).toBeGreaterThan(50);
    }
  });

  it('are short, and now and then empty', () => {
    const texts = draw(vocabularyText(vocabulary), 1000);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(13_000);
    expect(texts.filter((text) => text === '').length).toBeGreaterThan(30);
  });

  it('need no vocabulary', () => {
    expect(new Set(draw(vocabularyText(EMPTY_VOCABULARY))).size).toBeGreaterThan(50);
    expect(answerFrame(EMPTY_VOCABULARY)).toBeUndefined();
  });

  it('shrink to the literal that matters', () => {
    const { counterexample } = fc.check(
      fc.property(vocabularyText(vocabulary), (text) => !text.includes('FINAL:')),
      { seed: 2 },
    );
    expect(counterexample).toEqual(['FINAL:']);
  });

  it('frame an answer as the plugin looks for it', () => {
    const frames = draw(answerFrame(vocabulary));
    expect(frames).toContainEqual(['\\boxed{', '}']);
    expect(frames).toContainEqual(['FINAL: ', '']);
    expect(frames).toContainEqual(['refuse', 'FINAL:']);
  });
});

describe('texts that an expression matches', () => {
  it.each([
    [/^\d{3}-\d{4}$/],
    [/<answer>([\s\S]*?)<\/answer>/i],
    [/\banswer\b:?\s*(\w+)\b/gi],
    [/(?<=\$)\d+(?=\.)/],
    [/^(?!.*secret)[a-z]+(?:,[a-z]+)*$/],
    [/[^ -~]+/],
    [/[^\w\s]/],
    [/[[\](){}]+/],
    [/(?<year>\d{4})-(?<month>\d\d)/],
    [/(?:a|b(?:c|d)){2,3}/],
    [/\p{L}+\d/u],
    [/\\frac\{([^{}]+)\}\{([^{}]+)\}/],
    [/line one\nline two/m],
    [/[^]+end/],
    [/\/\*.*?\*\//s],
  ])('are matched by it: %s', (regex) => {
    const texts = draw(matchingText({ source: regex.source, flags: regex.flags }));
    // Look-arounds are not heeded: they are given what they ask for.
    const around = /\(\?<?=/.test(regex.source) ? (text: string) => `$${text}.` : String;
    const matched = texts.filter((text) => around(text).search(regex) >= 0);
    expect(matched.length).toBeGreaterThan(0.9 * 200);
  });

  it.each([
    [String.raw`(a)\1`],
    [String.raw`(?<q>['"])x\k<q>`],
    ['a{5000}'],
    [String.raw`[^\s\S]`],
    ['('],
  ])('are not made of what cannot be generated: %s', (source) => {
    expect(matchingText({ source, flags: '' })).toBeUndefined();
  });

  it('have the hole of their first group', () => {
    const frames = draw(
      matchingFrame({ source: String.raw`^ANSWER\s?=\s?(\d+)(?:!|\?)$`, flags: '' }),
    );
    expect(frames.length).toBe(200);
    for (const [before, after] of frames) {
      expect(before).toMatch(/^ANSWER\s?=\s?$/);
      expect(after).toMatch(/^[!?]$/);
    }
    expect(matchingFrame({ source: '(?:a)b', flags: '' })).toBeUndefined();
    expect(draw(matchingFrame({ source: '(?:x|<(y)>)', flags: '' }))).toContainEqual(['x', '']);
    expect(
      draw(matchingFrame({ source: '(?:(a);)+', flags: '' }))
        .flat()
        .join(''),
    ).toMatch(/^;+$/);
    expect(draw(matchingFrame({ source: '<(?<named>a|(b))>', flags: '' }))).toContainEqual([
      '<',
      '>',
    ]);
  });
});
