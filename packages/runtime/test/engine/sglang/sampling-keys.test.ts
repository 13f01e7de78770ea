import type { SamplingParams } from 'slime-sdk';
import { expect, test } from 'vitest';
import { createGenerateBody } from '../../../src/engine/sglang/request-body.ts';

function bodyOf(params: Record<string, unknown>): unknown {
  // A plugin in JavaScript may give any key.
  const sampling: SamplingParams = JSON.parse(JSON.stringify(params));
  const body = createGenerateBody(
    { input_ids: [1], sampling_params: sampling },
    { promptIds: false },
  );
  return JSON.parse(Buffer.concat(body.withRid('r')).toString());
}

test.each(['max_tokens', 'n', 'seed', 'return_logprob', '__proto__2'])(
  'the sampling parameter %s is refused by its name before it is sent',
  (key) => {
    expect(() => bodyOf({ temperature: 1, [key]: 2 })).toThrow(new RegExp(`parameters ${key}:`));
  },
);

test('all that slime sends passes', () => {
  const params = {
    temperature: 1,
    top_p: 0.9,
    top_k: -1,
    max_new_tokens: 5,
    stop: null,
    stop_token_ids: [7],
    skip_special_tokens: false,
    no_stop_trim: true,
    spaces_between_special_tokens: false,
    sampling_seed: 1,
    custom_params: { return_top_p_token_ids: true },
  };
  expect(bodyOf(params)).toMatchObject({ sampling_params: params, input_ids: [1] });
});
