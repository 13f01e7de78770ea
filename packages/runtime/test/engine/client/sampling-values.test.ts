import type { SamplingParams } from 'slime-sdk';
import { describe, expect, it } from 'vitest';
import { assertSamplingValues } from '../../../src/engine/client/sampling-values.ts';
import { chatBody } from '../../../src/engine/openai/chat-request.ts';
import { createGenerateBody } from '../../../src/engine/sglang/request-body.ts';

describe('values of sampling parameters', () => {
  it.each<SamplingParams>([
    { top_k: Number.NaN },
    { top_k: 2.5 },
    { top_k: -2 },
    { top_k: 0 },
    { top_p: 0 },
    { top_p: 1.1 },
    { top_p: Number.NaN },
    { temperature: -0.1 },
    { temperature: Number.NaN },
    { temperature: Infinity },
    { min_p: 2 },
    { frequency_penalty: -3 },
    { repetition_penalty: 0 },
    { max_new_tokens: 1.5 },
    { min_new_tokens: -1 },
    { sampling_seed: 0.5 },
  ])('that no engine can use are refused before a request is made, by name: %o', (params) => {
    const [[key, value] = []] = Object.entries(params);
    const request = { input_ids: [1], sampling_params: params, messages: [] };
    const named = new RegExp(`sampling parameters: ${key} ${String(value)}: must be `);
    expect(() => createGenerateBody(request, { promptIds: false })).toThrow(named);
    expect(() => chatBody(request, 'model')).toThrow(named);
  });

  it('names all of them, also those of another type', () => {
    const params: SamplingParams = JSON.parse('{"top_k":"5","temperature":-1,"top_p":1}');
    expect(() => assertSamplingValues(params)).toThrow(/temperature -1: must be .*top_k "5"/);
  });

  it.each<SamplingParams>([
    {},
    { top_k: -1, top_p: 1, temperature: 0 },
    { top_k: 1, top_p: 0.01, temperature: 2.5, min_p: 0, repetition_penalty: 2 },
    { max_new_tokens: 0, min_new_tokens: 0, sampling_seed: -7, presence_penalty: -2 },
  ])('that it can are let through: %o', (params) => {
    expect(() => assertSamplingValues(params)).not.toThrow();
  });
});
