import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createSample,
  type JsonValue,
  parseSample,
  SampleError,
  serializeSample,
} from '../src/index.ts';

/** fast-check has a JSON type of its own. */
const json = fc.jsonValue().map((value): JsonValue => z.json().parse(value));

describe('a sample', () => {
  it('survives JSON with every field and with keys that it does not know', () => {
    fc.assert(
      fc.property(
        fc.record({
          tokens: fc.array(fc.nat(200_000)),
          response: fc.string({ unit: 'grapheme' }),
          label: json,
          reward: fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })),
          metadata: fc.dictionary(fc.string(), json),
          trace: json,
        }),
        (fields) => {
          const wire: unknown = JSON.parse(
            JSON.stringify(serializeSample(createSample({ status: 'completed', ...fields }))),
          );
          expect(serializeSample(parseSample(wire))).toEqual(wire);
        },
      ),
      { seed: 1 },
    );
  });

  it('takes slime’s defaults for missing keys, as from_dict does', () => {
    expect(parseSample({ status: 'pending' })).toEqual(createSample());
  });

  it('needs a status, as from_dict does', () => {
    expect(() => parseSample({ tokens: [1] })).toThrow(SampleError);
  });

  it('says where a value has the wrong type', () => {
    expect(() => parseSample({ status: 'completed', tokens: [1, 2.5] })).toThrow(
      'tokens: [1] must be an integer, not 2.5',
    );
  });

  it('keeps numeric prompts and messages in any shape that slime let through', () => {
    const messages = [{ role: 'assistant', content: null, tool_calls: [{ function: {} }] }];
    expect(parseSample({ status: 'pending', prompt: 7 }).prompt).toBe(7);
    expect(parseSample({ status: 'pending', prompt: messages }).prompt).toEqual(messages);
  });

  it('keeps the counters of speculative decoding and of the prefix cache', () => {
    const wire = {
      status: 'completed',
      spec_info: {
        spec_accept_token_num: 1,
        spec_draft_token_num: 2,
        spec_verify_ct: 3,
        completion_token_num: 4,
      },
      prefix_cache_info: { cached_tokens: 5, total_prompt_tokens: 6 },
    };
    expect(parseSample(wire)).toMatchObject(wire);
  });
});
