import { describe, expect, it } from 'vitest';
import { generate, start } from './start.ts';

const prompt = [104, 105, 106];
const shape = { layers: 3, topK: 2, experts: 8 };

function int32(base64: string | undefined): number[] {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32LE(4 * index));
}

describe('routed experts', () => {
  it('have a row for each position but the last, from the asked one on', async () => {
    const engine = await start({ routedExperts: shape });
    const body = { input_ids: prompt, return_routed_experts: true };
    const whole = await generate(engine, body);
    const rows = prompt.length + whole.output_ids.length - 1;
    const all = int32(whole.meta_info.routed_experts);
    expect(all).toHaveLength(rows * shape.layers * shape.topK);
    expect(all.every((expert) => expert >= 0 && expert < shape.experts)).toBe(true);
    const part = await generate(engine, { ...body, routed_experts_start_len: 2 });
    expect(int32(part.meta_info.routed_experts)).toEqual(all.slice(2 * shape.layers * shape.topK));
  });

  it('agree between the turns of an episode', async () => {
    const engine = await start({ routedExperts: shape });
    const first = await generate(engine, { input_ids: prompt, return_routed_experts: true });
    const next = [...prompt, ...first.output_ids, 1];
    const second = await generate(engine, { input_ids: next, return_routed_experts: true });
    const before = int32(first.meta_info.routed_experts);
    expect(int32(second.meta_info.routed_experts).slice(0, before.length)).toEqual(before);
  });

  it('are absent when the engine has none or nobody asked', async () => {
    const without = await generate(await start(), {
      input_ids: prompt,
      return_routed_experts: true,
    });
    const unasked = await generate(await start({ routedExperts: shape }), { input_ids: prompt });
    expect(without.meta_info.routed_experts).toBeUndefined();
    expect(unasked.meta_info.routed_experts).toBeUndefined();
  });
});

describe('top-p rows', () => {
  const asking = { custom_params: { return_top_p_token_ids: true } };

  it('hold the sampled id of each output token among the kept ones', async () => {
    const engine = await start();
    const { output_ids: ids, meta_info: meta } = await generate(engine, {
      input_ids: prompt,
      sampling_params: { top_p: 0.9, ...asking },
    });
    const offsets = int32(meta.top_p_token_offsets);
    const kept = int32(meta.top_p_token_ids);
    expect(offsets).toHaveLength(ids.length + 1);
    expect([offsets[0], offsets.at(-1)]).toEqual([0, kept.length]);
    for (const [index, id] of ids.entries()) {
      const row = kept.slice(offsets[index], offsets[index + 1]);
      expect(row).toContain(id);
      expect(new Set(row).size).toBe(row.length);
    }
  });

  it('hold the sampled id alone under greedy sampling', async () => {
    const engine = await start();
    const { output_ids: ids, meta_info: meta } = await generate(engine, {
      input_ids: prompt,
      sampling_params: { temperature: 0, ...asking },
    });
    expect(int32(meta.top_p_token_ids)).toEqual(ids);
  });

  it.each([
    ['no filter is active', { top_p: 1, ...asking }, true],
    ['nobody asked', { top_p: 0.9 }, true],
    ['no log-probs were asked for', { top_p: 0.9, ...asking }, false],
  ])('are absent when %s', async (_name, sampling_params, return_logprob) => {
    const engine = await start();
    const { meta_info: meta } = await generate(engine, {
      input_ids: prompt,
      sampling_params,
      return_logprob,
    });
    expect(meta.top_p_token_ids).toBeUndefined();
  });
});
