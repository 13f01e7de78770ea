import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomPolicy } from '../../../src/engine/embedded/index.ts';
import { byteEncoder } from './byte-encoder.ts';
import { generate, start } from './start.ts';

const request = fc.record({
  input_ids: fc.array(fc.nat(255), { minLength: 1, maxLength: 8 }),
  sampling_params: fc.record({
    sampling_seed: fc.nat(3),
    max_new_tokens: fc.integer({ min: 1, max: 40 }),
  }),
});

async function answers(requests: Record<string, unknown>[], seed: number): Promise<string[]> {
  const encoder = byteEncoder();
  const engine = await start({ encoder, policy: randomPolicy(encoder), seed });
  const replies = await Promise.all(requests.map((body) => generate(engine, body)));
  await engine.close();
  return replies.map(({ output_ids: ids, text, meta_info: meta }) =>
    JSON.stringify([ids, text, meta.finish_reason, meta.output_token_logprobs]),
  );
}

describe('what is sampled', () => {
  it('depends on seed, prompt and sampling seed, never on the order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 12 }), async (requests) => {
        const forward = await answers(requests, 1);
        const backward = await answers(requests.toReversed(), 1);
        expect(backward.toReversed()).toEqual(forward);
      }),
      { numRuns: 25, seed: 11 },
    );
  });

  it('changes with the engine’s seed, the sampling seed and the prompt', async () => {
    const one = { input_ids: [1, 2, 3], sampling_params: { sampling_seed: 1 } };
    const others = [
      { ...one, sampling_params: { sampling_seed: 2 } },
      { ...one, sampling_params: {} },
      { ...one, input_ids: [1, 2, 4] },
      { ...one, input_ids: [1, 3, 2] },
    ];
    const drawn = [...(await answers([one, ...others], 0)), ...(await answers([one], 1))];
    expect(new Set(drawn).size).toBe(6);
  });
});
