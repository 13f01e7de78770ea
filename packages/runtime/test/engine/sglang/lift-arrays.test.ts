import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanNumber } from '../../../src/engine/sglang/scan-number.ts';
import { LIFTED, liftArrays } from '../../../src/engine/sglang/lift-arrays.ts';
import { Triples } from '../../../src/engine/sglang/triples.ts';

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

const packed = (array: Int32Array | Float32Array): string =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');

it('takes ids and log-probs out of any reply that has them, whatever stands around them', () => {
  const around = fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue(), space);
  const forms = fc.record({
    isPacked: fc.boolean(),
    ids: fc.constantFrom('first', 'last', 'absent', 'null'),
    idsPacked: fc.boolean(),
  });
  fc.assert(
    fc.property(
      around,
      fc.array(item, { maxLength: 30 }),
      forms,
      ([text, extra, gap], items, form) => {
        const ids = items.map(([, id]) => id);
        const floats = Float32Array.from(items, ([logprob]) => logprob ?? Number.NaN);
        const triples = items.map(([logprob, id, hasText]) => {
          const parts = [JSON.stringify(logprob), String(id), ...(hasText ? ['null'] : [])];
          return `[${gap}${parts.join(`${gap},${gap}`)}${gap}]`;
        });
        const list = (values: readonly (string | number)[]): string =>
          `[${gap}${values.join(`${gap},${gap}`)}${gap}]`;
        const inside = form.isPacked ? `"${packed(floats)}"` : list(triples);
        const outputIds = form.idsPacked ? `"${packed(Int32Array.from(ids))}"` : list(ids);
        const idField = `"output_ids"${gap}:${gap}${form.ids === 'null' ? 'null' : outputIds}`;
        const body = Buffer.from(
          `{${form.ids === 'first' ? `${idField},` : ''}"text":${JSON.stringify(text)},` +
            `"meta_info":{"a":${JSON.stringify(extra)},` +
            `"output_token_logprobs"${gap}:${gap}${inside},"b":${JSON.stringify(text)}}` +
            `${form.ids === 'last' || form.ids === 'null' ? `,${idField}` : ''}}`,
        );
        const lifted = liftArrays(body);
        const whole: Record<string, unknown> = JSON.parse(body.toString());
        const isListed = form.ids === 'first' || form.ids === 'last';
        expect(JSON.parse(lifted?.text ?? '')).toEqual({
          ...whole,
          ...(isListed ? { output_ids: LIFTED } : {}),
          meta_info: { ...Object(whole['meta_info']), output_token_logprobs: LIFTED },
        });
        expect(lifted?.arrays.logprobs).toEqual(
          form.isPacked
            ? packed(floats)
            : new Triples(
                Int32Array.from(ids),
                Float64Array.from(items, ([logprob]) =>
                  logprob === null ? Number.NaN : logprob + 0,
                ),
                items.filter(([logprob]) => logprob === null).length,
              ),
        );
        const readIds = form.idsPacked ? packed(Int32Array.from(ids)) : Int32Array.from(ids);
        expect(lifted?.arrays.outputIds).toEqual(isListed ? readIds : undefined);
      },
    ),
    { numRuns: isFullTier ? 100_000 : 2000, seed: 7 },
  );
});

it.each([
  ['base64 with escapes', '"AAA\\/"'],
  ['a text without an end', '"AAAA'],
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
  expect(liftArrays(Buffer.from(body))).toBeUndefined();
});

it('reads a number of a quarter of a million digits', () => {
  expect(scanned(`-0.${'1'.repeat(250_000)}`)).toBe(-1 / 9);
});

it('takes the triples of a long reply', () => {
  const triples = Array.from({ length: 40_000 }, (_, id) => [-id / 7, id, null]);
  const body = Buffer.from(JSON.stringify({ meta_info: { output_token_logprobs: triples } }));
  expect(liftArrays(body)?.arrays.logprobs).toEqual(
    new Triples(
      Int32Array.from(triples, (_, id) => id),
      Float64Array.from(triples, (_, id) => 0 - id / 7),
      0,
    ),
  );
});
