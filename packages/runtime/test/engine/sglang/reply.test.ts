import fc from 'fast-check';
import type { GenerateRequest } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { readReply } from '../../../src/engine/sglang/reply.ts';

const id = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const logprob = fc.double({ max: 0, noNaN: true, noDefaultInfinity: true });
const tokens = fc.array(fc.tuple(id, logprob), { minLength: 1, maxLength: 600 });

const request: GenerateRequest = { input_ids: [1, 2], sampling_params: { max_new_tokens: 600 } };

function reply(
  changes: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>> = {},
): Buffer {
  return Buffer.from(
    JSON.stringify({
      text: '',
      ...changes,
      meta_info: {
        id: 'r',
        finish_reason: { type: 'length', length: 600 },
        prompt_tokens: 2,
        ...meta,
      },
    }),
  );
}

function read(body: Buffer, changes: Partial<GenerateRequest> = {}) {
  return readReply(body, { request: { ...request, ...changes }, rid: 'r', acceptNulls: true });
}

function packed(values: Int32Array | Float32Array): string {
  return Buffer.from(values.buffer).toString('base64');
}

/** What reading a reply throws. */
function fault(body: Buffer, changes: Partial<GenerateRequest> = {}): unknown {
  try {
    read(body, changes);
  } catch (error) {
    return error;
  }
  throw new Error('expected the reply to be refused');
}

describe('any reply', () => {
  it('gives exactly the ids and log-probs that it holds', () => {
    fc.assert(
      fc.property(tokens, (sampled) => {
        const body = reply(
          { output_ids: sampled.map(([token]) => token) },
          { output_token_logprobs: sampled.map(([token, value]) => [value, token, null]) },
        );
        const { ids, logprobs } = read(body);
        expect(Array.from(ids)).toEqual(sampled.map(([token]) => token));
        // JSON has no negative zero.
        expect(Array.from(logprobs)).toEqual(sampled.map(([, value]) => value + 0));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('may be packed: base64 of 32-bit ids and log-probs says the same as lists', () => {
    fc.assert(
      fc.property(tokens, (sampled) => {
        const ids = Int32Array.from(sampled, ([token]) => token);
        const logprobs = Float32Array.from(sampled, ([, value]) => value);
        fc.pre(logprobs.every(Number.isFinite));
        const result = read(
          reply({ output_ids: packed(ids) }, { output_token_logprobs: packed(logprobs) }),
        );
        expect(result.ids).toEqual(ids);
        expect(result.logprobs).toEqual(Float64Array.from(logprobs));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('that was aborted gives what ids and log-probs have in common', () => {
    fc.assert(
      fc.property(tokens, fc.nat(600), fc.nat(600), (sampled, ids, logprobs) => {
        const result = read(
          reply(
            { output_ids: sampled.slice(0, ids).map(([token]) => token) },
            {
              finish_reason: { type: 'abort', message: 'Aborted' },
              output_token_logprobs: sampled
                .slice(0, logprobs)
                .map(([token, value]) => [value, token, null]),
            },
          ),
        );
        const common = Math.min(sampled.length, ids, logprobs);
        expect(result.ids).toHaveLength(common);
        expect(result.logprobs).toHaveLength(common);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('that is cut anywhere is refused, never read in part', () => {
    const whole = reply({ output_ids: [5] }, { output_token_logprobs: [[-1, 5, null]] });
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(fault(whole.subarray(0, length))).toMatchObject({ reason: 'bad_json' });
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe('a reply', () => {
  it('to a request for no tokens has none, though SGLang sends one log-prob', () => {
    const body = reply({ output_ids: [] }, { output_token_logprobs: [[-1, 5, null]] });
    const result = read(body, { sampling_params: { max_new_tokens: 0 } });
    expect(result.ids).toHaveLength(0);
    expect(result.logprobs).toHaveLength(0);
  });

  it('gives NaN for a log-prob that is null or beyond numbers', () => {
    const body = Buffer.from(
      reply(
        { output_ids: [5, 6] },
        {
          output_token_logprobs: [
            [null, 5],
            ['X', 6],
          ],
        },
      )
        .toString()
        .replace('"X"', '-1e999'),
    );
    expect(read(body).logprobs).toEqual(Float64Array.of(Number.NaN, Number.NaN));
  });

  it('names the path of what is wrong', () => {
    const body = reply({ output_ids: [5] }, { output_token_logprobs: [[-1, -5, null]] });
    expect(fault(body)).toMatchObject({
      reason: 'bad_ids',
      message: 'meta_info.output_token_logprobs[0][1]: -5 is no id',
    });
  });

  it('with a log-prob above 0 is refused, except for what rounding does', () => {
    const body = (value: number) =>
      reply(
        { output_ids: [5, 6] },
        {
          output_token_logprobs: [
            [-1, 5],
            [value, 6],
          ],
        },
      );
    expect(fault(body(0.5))).toMatchObject({
      reason: 'bad_logprobs',
      message: 'meta_info.output_token_logprobs[1][0]: 0.5 is above 0',
    });
    expect(read(body(1.2e-7)).logprobs).toEqual(Float64Array.of(-1, 0));
    const floats = { output_token_logprobs: packed(Float32Array.of(-1, 0.5)) };
    expect(fault(reply({ output_ids: [5, 6] }, floats))).toMatchObject({ reason: 'bad_logprobs' });
  });

  it('of more ids than were asked for is refused: it would overrun the budget', () => {
    const body = reply(
      { output_ids: [5, 6] },
      {
        output_token_logprobs: [
          [-1, 5],
          [-1, 6],
        ],
      },
    );
    expect(fault(body, { sampling_params: { max_new_tokens: 1 } })).toMatchObject({
      reason: 'long_output',
      message: 'output_ids: 2 ids, asked were 1 at most',
    });
  });

  it('with packed ids below 0 is refused, as with listed ones', () => {
    const body = reply(
      { output_ids: packed(Int32Array.of(5, -6)) },
      { output_token_logprobs: packed(Float32Array.of(-1, -1)) },
    );
    expect(fault(body)).toMatchObject({ reason: 'bad_ids', message: 'output_ids[1]: -6 is no id' });
  });

  it('is not refused for counts that are none, which only metrics read', () => {
    const meta = { spec_num_correct_drafts: -3, spec_num_proposed_drafts: 8.5, spec_verify_ct: 2 };
    const body = reply(
      { output_ids: [5] },
      { output_token_logprobs: [[-1, 5, null]], cached_tokens: -3.5, ...meta },
    );
    expect(read(body)).toMatchObject({ cachedTokens: 0 });
    expect(read(body)).not.toHaveProperty('specInfo');
    const picture = reply(
      { output_ids: [5] },
      { output_token_logprobs: [[-1, 5, null]], prompt_tokens: 2.5 },
    );
    expect(fault(picture, { image_data: ['data:'] })).toMatchObject({ reason: 'bad_meta' });
  });

  it('to a prompt with pictures must say how long the engine read it', () => {
    const body = reply(
      { output_ids: [5] },
      { output_token_logprobs: [[-1, 5, null]], prompt_tokens: undefined },
    );
    expect(fault(body, { image_data: ['data:'] })).toMatchObject({ reason: 'bad_meta' });
    expect(read(body).promptTokens).toBe(2);
  });

  it('has the counts of speculative decoding when the engine gives them', () => {
    const meta = { spec_num_correct_drafts: 3, spec_num_proposed_drafts: 8, spec_verify_ct: 2 };
    const body = reply({ output_ids: [5] }, { output_token_logprobs: [[-1, 5, null]], ...meta });
    expect(read(body).specInfo).toEqual({ accept: 3, draft: 8, verify: 2 });
  });
});

describe('top-p rows', () => {
  const asked: Partial<GenerateRequest> = {
    return_top_p_token_ids: true,
    sampling_params: { top_p: 0.9 },
  };
  const sampled = { output_ids: [5, 6] };
  const triples = [
    [-1, 5, null],
    [-1, 6, null],
  ];

  function rows(ids: Int32Array, offsets: Int32Array): Buffer {
    return reply(sampled, {
      output_token_logprobs: triples,
      top_p_token_ids: packed(ids),
      top_p_token_offsets: packed(offsets),
    });
  }

  it('are read from base64', () => {
    const ids = Int32Array.of(5, 9, 6);
    const offsets = Int32Array.of(0, 2, 3);
    expect(read(rows(ids, offsets), asked).topP).toEqual({ ids, offsets });
  });

  it('may be absent only when no filter was on', () => {
    const body = reply(sampled, { output_token_logprobs: triples });
    const unfiltered = { ...asked, sampling_params: { top_p: 1 } };
    expect(read(body, unfiltered).topP).toBeUndefined();
    expect(fault(body, asked)).toMatchObject({ reason: 'bad_top_p' });
  });

  it.each([
    ['one row too few', [5, 9], [0, 2]],
    ['not from 0', [5, 9, 6], [1, 2, 3]],
    ['not to the end', [5, 9, 6], [0, 1, 2]],
    ['falling', [5, 9], [0, 3, 2]],
  ])('are refused when they are %s', (_name, ids, offsets) => {
    const body = rows(Int32Array.from(ids), Int32Array.from(offsets));
    expect(fault(body, asked)).toMatchObject({ reason: 'bad_top_p' });
  });

  it.each(['AAA=', 'A?==', 'not base64!'])('are refused when %s is no base64 of them', (text) => {
    const meta = {
      output_token_logprobs: triples,
      top_p_token_ids: text,
      top_p_token_offsets: text,
    };
    expect(fault(reply(sampled, meta), asked)).toMatchObject({ reason: 'bad_top_p' });
  });
});

describe('routed experts', () => {
  const asked: Partial<GenerateRequest> = {
    return_routed_experts: true,
    routed_experts_start_len: 1,
  };

  function experts(value: unknown): Buffer {
    return reply(
      { output_ids: [5, 6] },
      {
        output_token_logprobs: [
          [-1, 5, null],
          [-1, 6, null],
        ],
        routed_experts: value,
      },
    );
  }

  it('cover the positions from the asked one to the last but one', () => {
    const ids = Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    expect(read(experts(packed(ids)), asked).routedExperts).toEqual({ ids, start: 1 });
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['no whole rows', packed(Int32Array.of(1, 2, 3))],
  ])('are refused when they are %s', (_name, value) => {
    expect(fault(experts(value), asked)).toMatchObject({ reason: 'bad_experts' });
  });
});

describe('ids outside of the vocabulary', () => {
  const body = (sampled: number, promptId = 1): Buffer =>
    reply(
      { output_ids: [5, sampled], prompt_token_ids: [promptId, 2] },
      {
        output_token_logprobs: [
          [-1, 5, null],
          [-1, sampled, null],
        ],
      },
    );
  const readIn = (vocabSize: number | undefined, bytes: Buffer) =>
    readReply(bytes, { request, rid: 'r', acceptNulls: true, vocabSize });

  it('break the protocol, sampled or read, by their place', () => {
    expect(() => readIn(100, body(100))).toThrow(/^output_ids\[1\]: 100 is outside of .* 100 ids/);
    expect(() => readIn(100, body(7, 512))).toThrow(/^prompt_token_ids\[0\]: 512 is outside/);
  });

  it('are those that the model has no row for, and are not looked for where that is unknown', () => {
    expect(Array.from(readIn(101, body(100)).ids)).toEqual([5, 100]);
    expect(Array.from(readIn(undefined, body(100)).ids)).toEqual([5, 100]);
  });
});

describe('log-probs are those of meta_info', () => {
  const inside = (before: string, after = ''): Buffer =>
    Buffer.from(
      `{${before}"output_ids":[5],"meta_info":{"id":"r","finish_reason":{"type":"stop"},` +
        `"prompt_tokens":2,"output_token_logprobs":[[-0.5,5,null]]${after}}}`,
    );

  it.each([
    ['a text that says the same', inside('"text":"\\"output_token_logprobs\\":[[-9,9,null]]",')],
    ['another object that has such a list', inside('"x":{"output_token_logprobs":[[-9,9]]},')],
    ['a key that ends so', inside('"x\\"output_token_logprobs":[[-9,9]],')],
    ['a text between the two', inside('"output_token_logprobs":"",')],
  ])('beside %s', (_what, body) => {
    const { ids, logprobs } = readReply(body, { request, rid: 'r', acceptNulls: true });
    expect([Array.from(ids), Array.from(logprobs)]).toEqual([[5], [-0.5]]);
  });

  it('as JSON has it: the last of two', () => {
    const body = inside('', ',"output_token_logprobs":[[-0.25,5,null]]');
    const { logprobs } = readReply(body, { request, rid: 'r', acceptNulls: true });
    expect(Array.from(logprobs)).toEqual([-0.25]);
  });
});
