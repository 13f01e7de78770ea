import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call } from '../call.ts';
import { runPython } from '../run-python.ts';
import { smallShop } from '../small-worlds.ts';

const isFull = process.env['SLIME_TEST_TIER'] === 'full';
const SIZE = { seed: 11, numRuns: isFull ? 20_000 : 1500 };

const calculate = (expression: string): string | null =>
  call(smallShop(), 'calculate', JSON.stringify({ expression })).observation;

const number = fc.oneof(
  fc.integer({ min: 0, max: 999 }).map(String),
  fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom('.5', '3.', '00', '0.', '7.125', '0', '12345678901234567890'),
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small' },
    number,
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/', '//', ' - '), tie('expression'))
      .map((parts) => parts.join('')),
    fc
      .tuple(tie('expression'), fc.constantFrom('2', '3', '-1', '0.5'))
      .map(([base, exponent]) => `(${base})**${exponent}`),
    tie('expression').map((inner) => `(${inner})`),
    tie('expression').map((inner) => `-${inner}`),
  ),
}));
const noise = fc
  .array(fc.constantFrom(...'0 1 2 . + - * / ( )'.split(' '), ' '), { maxLength: 9 })
  .map((all) => all.join(''));

const JUDGE = `
import json, sys
for line in sys.stdin:
    try: print(json.dumps(str(round(float(eval(json.loads(line), {'__builtins__': None}, {})), 2))))
    except Exception: print('null')
`;

/** A power by decimal arithmetic of sixty digits, rounded once: no C library decides the last digit. */
const POWER_JUDGE = `
import json, sys
from decimal import Decimal, getcontext
getcontext().prec = 60
for line in sys.stdin:
    base, exponent = (Decimal(float(part)) for part in json.loads(line).split('**'))
    print(json.dumps(str(round(float(base ** exponent), 2))))
`;

const base = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, zeros]) => (digits / 100) * 10 ** zeros)
  .filter((value) => value > 0);
const exponent = fc.integer({ min: -2000, max: 6000 }).map((thousandths) => thousandths / 1000);
const powers = fc
  .tuple(base, exponent)
  .map(([below, above]) => `${below.toFixed(2)}**${above.toFixed(3)}`);

/** Exact, exactly between two floats, near 1, near the ends of what a float holds. */
const HARD_POWERS = [
  '999999999999**2.675',
  '4**0.5',
  '1**5.5',
  '0.25**-1.5',
  '17179869184**1.5',
  '68718952449**1.5',
  '68718952449.0**3',
  '1.0000001**1000000.0',
  '0.9999999**-3000000.0',
  '2**1023.5',
  '10**-320.5',
  '1.7976931348623157**1.0',
];

describe('calculate', () => {
  it('rounds a power once, to the last digit', (context) => {
    const texts = [...HARD_POWERS, ...fc.sample(powers, SIZE)];
    const judged = runPython(
      context,
      POWER_JUDGE,
      texts.map((text) => JSON.stringify(text)),
    );
    expect(texts.map((text) => [text, calculate(text)])).toEqual(
      texts.map((text, at) => [text, JSON.parse(judged[at] ?? '')]),
    );
  });

  it('gives what Python gives for arithmetic, and a sentence where Python fails', (context) => {
    // A tower of powers is beyond what a judge can wait for.
    const isTower = (text: string): boolean => text.split('**').length > 2;
    const texts = [...fc.sample(expression, SIZE), ...fc.sample(noise, SIZE)].filter(
      (text) => !isTower(text),
    );
    const judged = runPython(
      context,
      JUDGE,
      texts.map((text) => JSON.stringify(text)),
    );

    expect(judged).toHaveLength(texts.length);
    for (const [at, text] of texts.entries()) {
      const expected: unknown = JSON.parse(judged[at] ?? '');
      const given = calculate(text);
      if (expected === null)
        expect([text, given]).toEqual([text, expect.stringMatching(/^Error: /)]);
      else expect([text, given]).toEqual([text, expected]);
    }
  });

  it.for([
    ['a tower of powers', '9**9**9**9', 'the number is too large'],
    ['a product without end', '1' + '*2**65535'.repeat(900), 'the number is too large'],
    ['parentheses without end', '('.repeat(5000), 'nested too deeply'],
    ['powers without end', '2**'.repeat(3000) + '1', 'nested too deeply'],
    ['a sum of a million characters', '1+'.repeat(500_000) + '1', 'longer than 10000 characters'],
    ['a call', '(1)(2)', '( is out of place'],
    ['a tuple', '()', ') is out of place'],
    ['an ellipsis', '...', 'a point without digits'],
  ] as const)('refuses %s at once', ([, text, problem]) => {
    expect(calculate(text)).toMatch(/^Error: /);
    expect(calculate(text)).toContain(problem);
  });

  it('reads as many signs and parentheses as Python, and no more', () => {
    const nested = (levels: number): string => `${'('.repeat(levels)}1${')'.repeat(levels)}`;

    expect(calculate(`${'-'.repeat(1501)}1`)).toBe('-1.0');
    expect(calculate(nested(200))).toBe('1.0');
    expect(calculate(nested(201))).toMatch(/^Error: /);
    expect(calculate(`${'(1)+'.repeat(300)}0`)).toBe('300.0');
  });

  it('runs nothing: a name, a quote or a bracket is refused before it is read', () => {
    for (const text of ['process.exit(1)', '"1"', '[1]', '1;1', '1\n', '١']) {
      expect(calculate(text)).toBe('Error: invalid characters in expression');
    }
  });
});
