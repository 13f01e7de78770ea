import fc from 'fast-check';
import type { GenerateRequest } from 'slime-sdk';
import { expect, it } from 'vitest';
import { TryFault } from '../../../src/engine/client/try-fault.ts';
import { readReply, type ReplyContext } from '../../../src/engine/sglang/reply.ts';

const isFullTier = process.env['SLIME_TEST_TIER'] === 'full';

const context = (request: Partial<GenerateRequest>, acceptNulls: boolean): ReplyContext => ({
  request: { input_ids: Int32Array.of(1, 2), sampling_params: {}, ...request },
  rid: 'a',
  acceptNulls,
  vocabSize: 100_000,
});

function outcomeOf(body: Buffer, from: ReplyContext): unknown {
  try {
    return readReply(body, from);
  } catch (error) {
    if (!(error instanceof TryFault)) throw error;
    return error.reason;
  }
}

/** The same JSON, with an escape in each key that could be found among the bytes: parsed whole. */
const plainly = (body: Buffer): Buffer =>
  Buffer.from(
    body
      .toString('utf8')
      .replaceAll('"output_token_logprobs"', '"output_token_logprob\\u0073"')
      .replaceAll('\\"output_token_logprob\\u0073"', '\\"output_token_logprobs"'),
  );

const packed = (array: Int32Array | Float32Array): string =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: odd });
const space = mostly(
  fc.constantFrom('', ' ', '\n', '\t', '\r'),
  fc.constantFrom('\v', '\u00a0', '\ufeff', '\0'),
);
const id = fc.constantFrom('0', '7', '11', '11', '99999', '100000', '2147483647', '2147483648');
const oddId = fc.constantFrom('-0', '-1', '1.0', '1e1', '01', '1e400', '"a"', 'null', '[]', '{}');
const logprob = fc.constantFrom('-0.5', '-1', 'null', '0', '-0', '1e-6', '-1e400', '1e400', '2');
const oddLogprob = fc.constantFrom('NaN', '-Infinity', '"-1"', '-.5', '-1.', 'nul', '[]', '-01');
const triple = fc
  .tuple(
    mostly(logprob, oddLogprob),
    mostly(id, oddId),
    mostly(fc.constantFrom('', ',null'), fc.constantFrom(',"a"', ',1', ',null,null', ',')),
    space,
  )
  .map(([a, b, c, gap]) => `[${gap}${a}${gap},${b}${c}${gap}]`);
const base64 = fc.oneof(
  fc
    .array(fc.constantFrom(11, 7, 0, -1), { maxLength: 4 })
    .map((ids) => packed(Int32Array.from(ids))),
  fc
    .array(fc.constantFrom(-0.5, -1, NaN, -Infinity, 1), { maxLength: 4 })
    .map((all) => packed(Float32Array.from(all))),
);
const oddBase64 = fc
  .tuple(
    base64,
    fc.nat(20),
    fc.constantFrom(
      '\\/',
      '=',
      'A',
      'é',
      '\n',
      '\t',
      '\\u0041',
      '-',
      '\0',
      '\u007f',
      '\ud800',
      '€',
    ),
  )
  .map(([text, at, odd]) => text.slice(0, at) + odd + text.slice(at));
const text = fc.oneof(base64, oddBase64).map((inside) => `"${inside}"`);
const list = (item: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(item, { maxLength: 4 }), space)
    .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}]`);
const value = mostly(
  fc.oneof(
    list(triple),
    list(mostly(id, oddId)),
    text,
    fc.constantFrom('null', '3', '{}', '[[]]', 'true', '[{"toString":1}]', '[[-1,{"toString":1}]]'),
  ),
  fc.constantFrom('"', '[', '', '[[-1,11],'),
);
const key = fc.constantFrom(
  '"output_token_logprobs"',
  '"output_token_logprobs"',
  '"output_ids"',
  '"output_ids"',
  '"meta_info"',
  '"\\u006futput_ids"',
  '"output_token_logprob\\u0073"',
  '"a\\"output_ids"',
  '"a\\"output_token_logprobs"',
  '"text"',
  '"__proto__"',
  '"error"',
);
const field = fc
  .tuple(key, space, value)
  .map(([name, gap, inside]) => `${name}${gap}:${gap}${inside}`);
const nested = fc
  .tuple(key, fc.array(field, { maxLength: 3 }))
  .map(([name, fields]) => `${name}:{${fields.join(',')}}`);
const finish = fc.constantFrom(
  '"finish_reason":{"type":"stop"}',
  '"finish_reason":{"type":"length","length":1}',
  '"finish_reason":{"type":"abort"}',
);

interface Ordinary {
  meta: string[];
  outer: string[];
}

const ordinary = fc
  .record({
    logprobs: fc.array(logprob, { maxLength: 4 }),
    ids: fc.array(id, { minLength: 4, maxLength: 4 }),
    isPacked: fc.boolean(),
    form: fc.constantFrom('list', 'packed', 'absent', 'null'),
    isShort: fc.boolean(),
  })
  .map(({ logprobs, ids, isPacked, form, isShort }): Ordinary => {
    const own = ids.slice(0, logprobs.length);
    const floats = Float32Array.from(logprobs, (one) => (one === 'null' ? NaN : Number(one)));
    const inside = isPacked
      ? `"${packed(floats)}"`
      : `[${logprobs.map((one, at) => `[${one},${own[at]}]`).join(',')}]`;
    const told = isShort ? own.slice(1) : own;
    const listed =
      form === 'packed' ? `"${packed(Int32Array.from(told, Number))}"` : `[${told.join(',')}]`;
    return {
      meta: [`"output_token_logprobs":${inside}`],
      outer: form === 'absent' ? [] : [`"output_ids":${form === 'null' ? 'null' : listed}`],
    };
  });

const body = fc
  .tuple(
    ordinary,
    finish,
    fc.array(fc.oneof(field, nested), { maxLength: 3 }),
    fc.array(field, { maxLength: 2 }),
    fc.nat(),
    fc.nat(),
    mostly(fc.constantFrom('', ' '), fc.constantFrom('\ufeff', '[')),
    mostly(fc.constantFrom('', '\n'), fc.constantFrom('x', ']')),
  )
  .map(([{ meta, outer }, end, fields, inside, one, two, before, after]) => {
    const metas = [end, ...meta, ...inside];
    const metaField = `"meta_info":{${rotate(metas, one).join(',')}}`;
    return `${before}{${rotate([...outer, metaField, ...fields], two).join(',')}}${after}`;
  });

function rotate(items: readonly string[], by: number): string[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

const broken = fc.oneof(
  { weight: 4, arbitrary: body.map((whole) => Buffer.from(whole)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(body, fc.nat(400), fc.nat(3), fc.uint8Array({ maxLength: 2 }))
      .map(([whole, at, cut, bytes]) => {
        const all = Buffer.from(whole);
        return Buffer.concat([all.subarray(0, at), bytes, all.subarray(at + cut)]);
      }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(body, fc.nat(400)).map(([whole, at]) => Buffer.from(whole).subarray(0, at)),
  },
);

it('reads any bytes as they are read when the reply is parsed whole', () => {
  const asked = fc.tuple(fc.constantFrom({}, ...[0, 2, 4].map(asksFor)), fc.boolean());
  fc.assert(
    fc.property(broken, asked, (bytes, [sampling, acceptNulls]) => {
      const from = context({ sampling_params: sampling }, acceptNulls);
      expect(outcomeOf(bytes, from)).toEqual(outcomeOf(plainly(bytes), from));
    }),
    { numRuns: isFullTier ? 1_000_000 : 10_000, seed: 7 },
  );
});

function asksFor(most: number): { max_new_tokens: number } {
  return { max_new_tokens: most };
}

const reply = (logprobs: string, ids: string, rest = ''): Buffer =>
  Buffer.from(
    `{"output_ids":${ids},"meta_info":{"finish_reason":{"type":"abort"},` +
      `"output_token_logprobs":${logprobs}}${rest}}`,
  );

const deepError = `${'{"error":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
const deep = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);

it.each([
  ['a text with a line break', reply('"AA\nAA"', '[]'), 'bad_json'],
  [
    'base64 with one letter that is none',
    reply('"AAAAvwAAAL8AAAC/\u00e9"', '[1,2,3]'),
    'no_logprobs',
  ],
  ['an id that cannot be printed', reply('[]', '[{"toString":1}]'), 'bad_ids'],
  [
    'an id beside a log-prob that cannot be printed',
    reply('[[-1,{"toString":1}]]', '[]'),
    'bad_ids',
  ],
  ['an id that is a deep list', reply('[]', deep('[', ']')), 'bad_ids'],
  ['an error that is a deep object', reply('[]', '[]', `,"error":${deepError}`), 'error_reply'],
])('says what is wrong with %s', (_what, bytes, reason) => {
  expect(outcomeOf(Buffer.from(bytes), context({}, true))).toBe(reason);
});
