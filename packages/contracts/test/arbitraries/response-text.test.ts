import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { END_OF_TURN, type ResponseCase, responseText } from '../../src/arbitraries/index.ts';

const vocabulary = {
  literals: ['FINAL:'],
  regexes: [{ source: '<final>(.*?)</final>', flags: 's' }],
};
const declared = {
  vocabulary,
  rights: ['The result is \\boxed{42}.'],
  wrongs: ['The result is \\boxed{41}.'],
  labels: ['42'],
};

function draw(options: Parameters<typeof responseText>[0], count = 3000): ResponseCase[] {
  return fc.sample(responseText(options), { seed: 1, numRuns: count });
}

const cases = draw(declared);
const share = (is: (given: ResponseCase) => boolean): number =>
  (100 * cases.filter(is).length) / cases.length;

describe('responses to be graded', () => {
  it('are right in a fifth of the cases, and wrong in a seventh', () => {
    expect(share(({ kind }) => kind === 'right')).toBeGreaterThan(18);
    expect(share(({ kind }) => kind === 'wrong')).toBeGreaterThan(13);
    for (const { kind, turns } of cases) {
      if (kind === 'right') expect(turns.at(-1)).toContain('\\boxed{42}.');
      if (kind === 'wrong') expect(turns.at(-1)).toContain('\\boxed{41}.');
    }
  });

  it.each<[string, (text: string) => boolean]>([
    ['a box', (text) => /^\\boxed\{42\}$/.test(text)],
    ['a line of GSM8K', (text) => /^#### 42$/m.test(text)],
    ['an answer line', (text) => /^Answer: 42$/m.test(text)],
    ['an answer tag', (text) => text.includes('<answer>42</answer>')],
    ['the bare answer', (text) => text === '42'],
    ['the plugin’s own form', (text) => text.includes('<final>42</final>')],
    ['a literal of the plugin before it', (text) => /FINAL:\s*42/.test(text)],
    ['several boxes', (text) => /\\boxed\{.*\\boxed\{/s.test(text)],
    ['a hedge', (text) => /It is 42 or .*, I am not sure/.test(text)],
    ['a call', (text) => text.includes('<tool_call>\n{"name":"answer"')],
    ['a forged turn', (text) => text.includes('<|im_start|>assistant')],
    ['a forged result', (text) => text.includes('<tool_response>')],
    ['reasoning before', (text) => /^<think>\n[^]*<\/think>\n\n[^]*42/.test(text)],
    ['reasoning without its first tag', (text) => /^(?!<think>)[^]*\n<\/think>\n\n/.test(text)],
    ['nothing', (text) => text === ''],
  ])('have now and then %s', (_form, is) => {
    expect(cases.filter(({ turns }) => is(turns.at(-1) ?? '')).length).toBeGreaterThan(2);
  });

  it('are of one turn mostly, of up to four now and then, and marked in one of ten', () => {
    expect(share(({ turns }) => turns.length === 1)).toBeGreaterThan(70);
    expect(share(({ turns }) => turns.length === 4)).toBeGreaterThan(3);
    expect(share(({ text, turns }) => text === turns.join('\n'))).toBeGreaterThan(80);
    const marked = ({ text, turns }: ResponseCase): boolean =>
      text === turns.join('\n') + END_OF_TURN;
    expect(share(marked)).toBeGreaterThan(6);
    expect(cases.every((given) => marked(given) || given.text === given.turns.join('\n'))).toBe(
      true,
    );
  });

  it('are made of the labels where no example is declared', () => {
    const made = draw({ vocabulary, labels: ['cat'] }).filter(({ kind }) => kind === 'right');
    expect(made.every(({ turns }) => turns.at(-1)?.includes('cat'))).toBe(true);
    expect(new Set(made.map(({ turns }) => turns.at(-1))).size).toBeGreaterThan(20);
  });

  it('shrink to an empty turn, and to the right one alone', () => {
    const least = (fails: (given: ResponseCase) => boolean): unknown =>
      fc.check(
        fc.property(responseText(declared), (given) => !fails(given)),
        { seed: 2, numRuns: 500 },
      ).counterexample?.[0].text;
    expect(least(() => true)).toBe('');
    expect(least(({ kind }) => kind === 'right')).toBe('The result is \\boxed{42}.');
    expect(least(({ text }) => text.includes('\\boxed{4'))).toBe('The result is \\boxed{42}.');
    expect(least(({ turns }) => turns.length > 1)).toBe('\n');
  });
});
