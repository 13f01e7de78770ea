import { createRolloutArgs } from 'slime-sdk';
import { reasoningParsers, toolCallParsers } from 'slime-sdk/parsers';
import { expect, test } from 'vitest';
import { assertMarkersKept } from '../../src/rollout/assert-markers-kept.ts';
import { builtinEncoder, loadEncoder } from '../../src/tokens/index.ts';
import { folderWith } from '../tokens/checkpoint-folder.ts';
import { smallTokenizer } from '../tokens/small-tokenizer.ts';

const MARKERS = ['<think>', '<tool_call>', '<|tool_call_begin|>'];

async function encoderWith(special: boolean) {
  const added = ['<|im_end|>', ...MARKERS].map((content) => ({ content, special }));
  const checkpoint = await folderWith({
    'tokenizer.json': smallTokenizer({ added }),
    'tokenizer_config.json': { eos_token: '<|im_end|>' },
    'chat_template.jinja': '{{ messages[0].content }}',
  });
  return await loadEncoder({ checkpoint });
}

const skip = { rollout_skip_special_tokens: true };
const parsers = [
  ...toolCallParsers.map((sglang_tool_call_parser) => ({ sglang_tool_call_parser })),
  ...reasoningParsers.map((sglang_reasoning_parser) => ({ sglang_reasoning_parser })),
].filter((flag) => !Object.values(flag).includes('gpt-oss'));

test.each(parsers)('markers that are special tokens cannot be left out: %j', async (flag) => {
  const [encoder, name] = [await encoderWith(true), Object.values(flag)[0]];
  await expect(assertMarkersKept(createRolloutArgs({ ...flag, ...skip }), encoder)).rejects.toThrow(
    new RegExp(`^--rollout-skip-special-tokens leaves out <.*>, by which the parser ${name} tells`),
  );
  await assertMarkersKept(createRolloutArgs(flag), encoder);
});

test.each(parsers)('markers that are text stay: %j', async (flag) => {
  const args = createRolloutArgs({ ...flag, ...skip });
  for (const encoder of [await encoderWith(false), builtinEncoder()]) {
    await expect(assertMarkersKept(args, encoder)).resolves.toBe(undefined);
  }
});
