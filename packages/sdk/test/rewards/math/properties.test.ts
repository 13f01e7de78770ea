import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gradeAnswer } from '../../../src/rewards/index.ts';

const SEED = { seed: 20_250, numRuns: 150 };

async function isRight(answer: string, label: string): Promise<boolean> {
  return (await gradeAnswer(`\\boxed{${answer}}`, label)).correct;
}

const grouped = (n: bigint): string => n.toString().replace(/\B(?=(\d{3})+$)/g, ',');

/** Ways to write n/d, d positive and in lowest terms or not. */
function spellings(n: bigint, d: bigint): string[] {
  const size = n < 0n ? -n : n;
  const sign = n < 0n ? '-' : '';
  const mixed = size > d && size % d !== 0n ? [`${sign}${size / d}\\frac{${size % d}}{${d}}`] : [];
  return [
    `${n}/${d}`,
    `\\frac{${n}}{${d}}`,
    `${sign}\\dfrac { ${size} } { ${d} }`,
    `\\frac{${n * 3n}}{${d * 3n}}`,
    `\\left( ${n} \\right) \\div ${d}`,
    `${n} \\cdot ${d}^{-1}`,
    `x = ${n}/${d}`,
    `$\\frac{${grouped(n)}}{${grouped(d)}}$`,
    `\\text{${n}/${d}}`,
    `${sign}\\sqrt{\\frac{${n * n}}{${d * d}}}`,
    ...mixed,
  ];
}

const fraction = fc.record({ n: fc.bigInt(-5000n, 5000n), d: fc.bigInt(1n, 300n) });

describe('every fraction', () => {
  it('equals itself in each spelling, and its neighbour in none', async () => {
    await fc.assert(
      fc.asyncProperty(fraction, async ({ n, d }) => {
        for (const spelling of spellings(n, d)) {
          expect(await isRight(spelling, `\\frac{${n}}{${d}}`)).toBe(true);
          expect(await isRight(spelling, `\\frac{${n + 1n}}{${d}}`)).toBe(false);
          expect(await isRight(spelling, `\\frac{${n * 1000n + 1n}}{${d * 1000n}}`)).toBe(false);
        }
      }),
      { ...SEED, numRuns: 40 },
    );
  });

  it('equals its decimal, when that ends', async () => {
    const decimal = fc.tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.integer({ min: 0, max: 12 }));

    await fc.assert(
      fc.asyncProperty(decimal, async ([digits, places]) => {
        const size = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
        const point = size.length - places;
        const text = `${digits < 0n ? '-' : ''}${size.slice(0, point)}.${size.slice(point)}0`;

        expect(await isRight(text, `${digits}/${10n ** BigInt(places)}`)).toBe(true);
        expect(await isRight(`${text}1`, `${digits}/${10n ** BigInt(places)}`)).toBe(false);
        expect(await isRight(`${digits}e-${places}`, text)).toBe(true);
      }),
      SEED,
    );
  });
});

describe('sums of roots', () => {
  it('equal themselves however the squares are taken out', async () => {
    const term = fc.record({ k: fc.bigInt(1n, 12n), n: fc.bigInt(2n, 50n) });

    await fc.assert(
      fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 3 }), async (terms) => {
        const outside = terms.map(({ k, n }) => `${k} \\sqrt { ${n} }`).join(' + ');
        const inside = terms
          .map(({ k, n }) => `\\sqrt{${k * k * n}}`)
          .toReversed()
          .join('+');

        expect(await isRight(inside, outside)).toBe(true);
        expect(await isRight(`${inside}+\\frac{1}{10^{30}}`, outside)).toBe(false);
      }),
      { ...SEED, numRuns: 80 },
    );
  });
});

describe('polynomials', () => {
  it('equal their expansion from their roots, and no other', async () => {
    const roots = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 4 });

    await fc.assert(
      fc.asyncProperty(roots, fc.integer({ min: 1, max: 5 }), async (values, leading) => {
        let coefficients = [leading];
        for (const root of values) {
          coefficients = [...coefficients, 0].map(
            (one, at) => one - root * (coefficients[at - 1] ?? 0),
          );
        }
        const degree = coefficients.length - 1;
        const expanded = coefficients.map((one, at) => `(${one})x^{${degree - at}}`).join('+');
        const factored = `${leading}${values.map((root) => `(x-(${root}))`).join('')}`;

        expect(await isRight(factored, expanded)).toBe(true);
        expect(await isRight(`${factored}+1`, expanded)).toBe(false);
      }),
      { ...SEED, numRuns: 80 },
    );
  });
});

describe('comparing', () => {
  const value = fc.constantFrom(
    '2',
    '1/2',
    '0.5',
    '\\sqrt2',
    '\\frac{\\sqrt8}{2}',
    '\\pi',
    'x',
    '2x',
    'x+x',
    '\\{1,2\\}',
    '2,1',
    '(1,2)',
    '[1,2)',
    '30^\\circ',
    '30',
    '50\\%',
    '5 cm',
    '50 mm',
    '5',
    'yes',
    'YES',
    '1:2',
    '2:4',
    'x<3',
    '3>x',
    '(1,2)\\cup(3,4)',
    '(3,4)\\cup(1,2)',
    'sin(pi/6)',
    '2^x',
    '\\infty',
    '1\\pm2',
    '3,-1',
  );

  it('is the same both ways round', async () => {
    await fc.assert(
      fc.asyncProperty(value, value, async (a, b) => {
        expect(await isRight(a, b)).toBe(await isRight(b, a));
      }),
      { ...SEED, numRuns: 400 },
    );
  });

  it('finds everything equal to itself, in any spacing and wrapping', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(' ', '\n', '\\,', '$'), async (one, around) => {
        expect(await isRight(`${around}${one}${around}`, one)).toBe(true);
      }),
      SEED,
    );
  });

  it('does not change with the text around the last box', async () => {
    const prose = fc.string({ unit: fc.constantFrom('a', ' ', '{', '}', '\\boxed{9} ', '\n') });

    await fc.assert(
      fc.asyncProperty(prose, value, value, async (before, a, b) => {
        const plain = await gradeAnswer(`\\boxed{${a}}`, b);

        expect(await gradeAnswer(`${before}\\boxed{${a}} and so on`, b)).toEqual(plain);
      }),
      SEED,
    );
  });
});
