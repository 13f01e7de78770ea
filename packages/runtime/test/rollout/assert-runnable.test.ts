import { createRolloutArgs, type EngineCapabilities, type RolloutArgs } from 'slime-sdk';
import { describe, expect, test } from 'vitest';
import { assertRunnable } from '../../src/rollout/assert-runnable.ts';

const engine: EngineCapabilities = {
  contextLength: 4096,
  maxInput: null,
  eosIds: [],
  topP: false,
  routedExperts: false,
  promptIds: false,
  base64: false,
  trainable: true,
};

function check(args: Partial<RolloutArgs>, can: Partial<EngineCapabilities> = {}): void {
  assertRunnable(createRolloutArgs(args), { ...engine, ...can }, [], true);
}

describe('what would go wrong in every episode is refused before the first', () => {
  test('top-p on an engine that does not say what it kept', () => {
    expect(() => check({ rollout_top_p: 0.9 })).toThrow(/--rollout-top-p 0\.9.*custom_params/);
    check({ rollout_top_p: 0.9 }, { topP: true });
    check({ rollout_top_p: 0.9 }, { trainable: false });
    check({ rollout_top_p: 1 });
  });

  test('routed experts of an engine that returns none', () => {
    const args = { use_rollout_routing_replay: true, num_layers: 2, moe_router_topk: 2 };
    expect(() => check(args)).toThrow(/--enable-return-routed-experts/);
    check(args, { routedExperts: true });
  });

  test('a response that nothing bounds', () => {
    expect(() => check({}, { contextLength: null })).toThrow(/nothing bounds a response/);
    check({ rollout_max_response_len: 10 }, { contextLength: null });
  });

  test('a parser that does not exist', () => {
    expect(() => check({ sglang_tool_call_parser: 'qwen99' })).toThrow(/qwen99/);
  });

  test('a text without the special tokens that its parser reads', () => {
    for (const parser of ['sglang_tool_call_parser', 'sglang_reasoning_parser']) {
      const skip = { [parser]: 'gpt-oss', rollout_skip_special_tokens: true };
      expect(() => check(skip)).toThrow(/--rollout-skip-special-tokens .*gpt-oss/);
      check({ ...skip, rollout_skip_special_tokens: false });
      check({ ...skip, [parser]: 'kimi_k2' });
    }
  });
});
