import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanNumber } from '../../../src/engine/sglang/scan-number.ts';
import { LIFTED, liftTriples } from '../../../src/engine/sglang/scan-triples.ts';

const isFullTier = process.env['SLIME_TEST_TIER'] === 'full';
const RUNS = { numRuns: isFullTier ? 2_000_000 : 20_000, seed: 7 };

/** What the scanner makes of a number that ends with the text; undefined where it takes none. */
function scanned(text: string): number | undefined {
  const into = new Float64Array(1);
  const end = scanNumber(Buffer.from(`${text},`), 0, into, 0);
  if (end < 0) return undefined;
  expect(end).toBe(text.length);
  return into[0];
}

/** Whether a number is read as it is parsed, or not taken at all. */
function isAsParsed(text: string): boolean {
  const value = scanned(text);
  return value === undefined || Object.is(value, JSON.parse(text));
}

it('reads log-probs as JSON.parse does: float32 as engines print them', () => {
  const logprob = fc.float({ min: -50, max: 0, noNaN: true });
  fc.assert(
    fc.property(logprob, (value) => {
      expect(scanned(JSON.stringify(value))).toBe(JSON.parse(JSON.stringify(value)));
    }),
    RUNS,
  );
});

it('reads floats of any size as JSON.parse does, with any number of digits', () => {
  const digits = fc.integer({ min: 1, max: 21 });
  const value = fc.oneof(
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -100, max: 100, noNaN: true }),
  );
  fc.assert(
    fc.property(value, digits, (number, precision) => {
      const texts = [
        JSON.stringify(number),
        number.toPrecision(precision),
        number.toExponential(Math.min(precision, 20)),
      ];
      expect(texts.filter((text) => !isAsParsed(text))).toEqual([]);
    }),
    RUNS,
  );
});

it('tells the neighbours of a float32 from it, and those of a power of two', () => {
  const bits = new BigInt64Array(1);
  const values = new Float64Array(bits.buffer);
  const start = fc.oneof(
    fc.float({ min: -50, max: Math.fround(-1e-8), noNaN: true }),
    fc.integer({ min: -30, max: 10 }).map((exponent) => -(2 ** exponent)),
  );
  fc.assert(
    fc.property(start, fc.integer({ min: -3, max: 3 }), (near, steps) => {
      values[0] = near;
      bits[0] = (bits[0] ?? 0n) + BigInt(steps);
      const [value = 0] = values;
      const texts = [16, 17, 18].map((precision) => value.toPrecision(precision));
      expect(texts.filter((text) => !isAsParsed(text))).toEqual([]);
    }),
    RUNS,
  );
});

it.each(['-0', '0', '-0.0', '0e5', '1E+5', '1e400', '-1e-400', '-1.1920928244535389e-07'])(
  'reads %s',
  (text) => expect(scanned(text)).toBe(JSON.parse(text)),
);

it.each(['', '-', '.5', '1.', '01', '-01', '1e', '1e+', 'NaN', 'Infinity', '+1', '1234567890'])(
  'takes no number out of "%s"',
  (text) => expect(scanned(text)).toBeUndefined(),
);

const space = fc.constantFrom('', ' ', '\n', '\t ', '\r\n');
const item = fc.tuple(
  fc.oneof(
    { weight: 8, arbitrary: fc.float({ min: -1000, max: 0, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  fc.oneof(fc.nat({ max: 200_000 }), fc.integer({ min: 0, max: 2 ** 31 - 1 })),
  fc.boolean(),
);

it('takes the triples out of any reply that has them, whatever stands around them', () => {
  const around = fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue(), space);
  fc.assert(
    fc.property(around, fc.array(item, { maxLength: 30 }), ([text, extra, gap], items) => {
      const list = items.map(([logprob, id, hasText]) => {
        const parts = [JSON.stringify(logprob), String(id), ...(hasText ? ['null'] : [])];
        return `[${gap}${parts.join(`${gap},${gap}`)}${gap}]`;
      });
      const inside = `[${gap}${list.join(`${gap},${gap}`)}${gap}]`;
      const body = Buffer.from(
        `{"text":${JSON.stringify(text)},"meta_info":{"a":${JSON.stringify(extra)},` +
          `"output_token_logprobs"${gap}:${gap}${inside},"b":${JSON.stringify(text)}}}`,
      );
      const lifted = liftTriples(body);
      const whole: unknown = JSON.parse(body.toString());
      const rest: unknown = JSON.parse(lifted?.text ?? '');
      expect(rest).toEqual({
        ...Object(whole),
        meta_info: { ...Object(whole).meta_info, output_token_logprobs: LIFTED },
      });
      expect([...(lifted?.triples.ids ?? [])]).toEqual(items.map(([, id]) => id));
      expect([...(lifted?.triples.logprobs ?? [])]).toEqual(
        items.map(([logprob]) => (logprob === null ? Number.NaN : logprob + 0)),
      );
      expect(lifted?.triples.nulls).toBe(items.filter(([logprob]) => logprob === null).length);
    }),
    { numRuns: isFullTier ? 100_000 : 2000, seed: 7 },
  );
});

it.each([
  ['a string for a list', '"AAAA"'],
  ['a list that is cut', '[[-1,2,null]'],
  ['a negative id', '[[-1,-2,null]]'],
  ['a broken id', '[[-1,2.5,null]]'],
  ['an id of more than 31 bits', '[[-1,2147483648,null]]'],
  ['an id that begins with 0', '[[-1,02,null]]'],
  ['the text of a token', '[[-1,2,"a"]]'],
  ['a fourth item', '[[-1,2,null,null]]'],
  ['a comma too many', '[[-1,2,null],]'],
  ['no id', '[[-1]]'],
  ['a word that begins like null', '[[nul1,2,null]]'],
])('leaves %s to the parser', (_what, list) => {
  const body = `{"meta_info":{"output_token_logprobs":${list}}}`;
  expect(liftTriples(Buffer.from(body))).toBeUndefined();
});

it('reads a number of a quarter of a million digits', () => {
  expect(scanned(`-0.${'1'.repeat(250_000)}`)).toBe(-1 / 9);
});

it('takes the triples of a long reply', () => {
  const triples = Array.from({ length: 40_000 }, (_, id) => [-id / 7, id, null]);
  const body = Buffer.from(JSON.stringify({ meta_info: { output_token_logprobs: triples } }));
  const { ids, logprobs } = liftTriples(body)?.triples ?? {};
  expect(ids?.length).toBe(40_000);
  expect(logprobs?.[39_999]).toBe(-39_999 / 7);
});
