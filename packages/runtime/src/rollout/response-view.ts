import type { RewardView, RolloutArgs } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';

/**
 * The view of a response that is known as text alone: one turn, all of it the policy's.
 *
 * @throws ConfigError for an unknown parser.
 */
export function viewOfResponse(
  response: string,
  args: Pick<RolloutArgs, 'sglang_reasoning_parser' | 'sglang_tool_call_parser'>,
  seed: number,
): Omit<RewardView, 'signal'> {
  const turn = parseResponse(response, {
    reasoningParser: args.sglang_reasoning_parser,
    toolCallParser: args.sglang_tool_call_parser,
  });
  return {
    finalText: turn.content,
    policyText: response,
    turns: [{ ...turn, truncated: false }],
    seed,
  };
}
