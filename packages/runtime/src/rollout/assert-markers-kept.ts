import { ConfigError, type Encoder, type RolloutArgs } from 'slime-sdk';

const THINK = ['<think>', '</think>'];
const TOOL_CALL = ['<tool_call>', '</tool_call>'];
const KIMI_CALL = [
  '<|tool_calls_section_begin|>',
  '<|tool_calls_section_end|>',
  '<|tool_call_begin|>',
  '<|tool_call_argument_begin|>',
  '<|tool_call_end|>',
];

const CALL_MARKERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['qwen25', TOOL_CALL],
  ['qwen', TOOL_CALL],
  ['hermes', TOOL_CALL],
  ['qwen3_coder', TOOL_CALL],
  ['step3p5', TOOL_CALL],
  ['kimi_k2', KIMI_CALL],
]);

const REASONING_MARKERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['qwen3', THINK],
  ['deepseek-r1', THINK],
  ['kimi_k2', THINK],
]);

/**
 * Refuses `--rollout-skip-special-tokens` where the vocabulary has a marker of a parser for a special
 * token: the parser would read a text without it.
 *
 * @throws ConfigError that names parser and marker
 */
export async function assertMarkersKept(args: RolloutArgs, encoder: Encoder): Promise<void> {
  if (!args.rollout_skip_special_tokens) return;
  const parsers = [
    [args.sglang_tool_call_parser, CALL_MARKERS],
    [args.sglang_reasoning_parser, REASONING_MARKERS],
  ] as const;
  for (const [parser, known] of parsers) {
    for (const marker of known.get(parser ?? '') ?? []) {
      const ids = await encoder.encodeText(marker, { specials: true });
      const kept = await encoder.decode(ids, { skipSpecialTokens: true });
      if (kept.includes(marker)) continue;
      throw new ConfigError(
        `--rollout-skip-special-tokens leaves out ${marker}, by which the parser ${parser} tells ` +
          'calls and reasoning from text: leave it off',
        { data: { parser, marker } },
      );
    }
  }
}
