import nerdamer from 'nerdamer-prime';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gradeAnswer } from '../../../src/rewards/index.ts';

const asked = vi.hoisted(() => vi.fn<(text: string) => void>());

// The real library, with a record of what it is asked.
vi.mock('nerdamer-prime', async (importOriginal) => {
  const original = await importOriginal<{ default: typeof nerdamer }>();
  const library = new Proxy(original.default, {
    apply(target, _, [text]: [string]) {
      asked(text);
      return target(text);
    },
  });
  return { default: library };
});

async function isRight(answer: string, label: string): Promise<boolean> {
  return (await gradeAnswer(`\\boxed{${answer}}`, label)).correct;
}

beforeEach(() => {
  asked.mockClear();
});

describe('identities of functions', () => {
  it.each([
    ['2\\sin x\\cos x', '\\sin 2x'],
    ['\\cos^2 x-\\sin^2 x', '\\cos(2x)'],
    ['\\sin x\\cos y+\\cos x\\sin y', '\\sin(x+y)'],
    ['-\\sin t', '\\sin(t+\\pi)'],
  ])('are left to the library: %s is %s', async (answer, label) => {
    expect(await isRight(answer, label)).toBe(true);
    expect(asked).toHaveBeenCalled();
  });

  it.each([
    ['2\\sin x\\cos x', '\\cos 2x'],
    ['\\sin x', 'x\\sin 1'],
    ['|x|', '|y|'],
  ])('do not make %s equal to %s', async (answer, label) => {
    expect(await isRight(answer, label)).toBe(false);
  });

  it('are not asked for where exact arithmetic decides', async () => {
    expect(await isRight('1', '\\sin^2 x+\\cos^2 x')).toBe(true);
    expect(await isRight('\\tan x', '\\frac{\\sin x}{\\cos x}')).toBe(true);
    expect(await isRight('\\sqrt{12}', '2\\sqrt3')).toBe(true);
    expect(await isRight('0.8415', '\\sin 1')).toBe(false);
    expect(await isRight('\\sin 2x', '5')).toBe(false);
    expect(asked).not.toHaveBeenCalled();
  });

  it('reach the library in our own words and in small numbers, and leave nothing in it', async () => {
    await isRight('constructor+2\\sin x', '\\sin 2x');
    await isRight('\\sin(123456789x)', '\\sin 2x');
    await isRight('(\\sin x)^{50}', '\\sin 2x');
    await isRight(`${'\\sin x+'.repeat(60)}1`, '\\sin 2x');
    await isRight('\\sin(q+1)', '\\sin 2x');

    const words = asked.mock.calls.map(([text]) => text.replaceAll(/simplify|sin|v\d+/g, ''));

    expect(words).toHaveLength(3);
    for (const rest of words) expect(rest).toMatch(/^[-+*/^()\d]+$/);
    expect(nerdamer.expressions()).toEqual([]);
  });
});
