import type {
  Encoder,
  EngineCapabilities,
  GenerateResult,
  RolloutArgs,
  ToolSpec,
  Turn,
} from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';

/** Where a turn stands, and what it is read by. */
export interface TurnPlace {
  args: RolloutArgs;
  encoder: Encoder;
  capabilities: EngineCapabilities;
  tools: ToolSpec[] | undefined;
  /** Of the turn in its episode. */
  index: number;
  /** Of its first id on the tape. */
  start: number;
}

/** What the policy said in a turn: its text, and reasoning, content and calls as they are parsed. */
export async function readTurn(result: GenerateResult, place: TurnPlace): Promise<Turn> {
  const { args, encoder, tools, index, start } = place;
  const { ids, finish } = result;
  const endsTurn = isStop(ids.at(-1), place);
  const body = endsTurn ? ids.subarray(0, -1) : ids;
  const decoded = await encoder.decode(body, {
    skipSpecialTokens: args.rollout_skip_special_tokens,
  });
  // The same characters are not held twice: a slice shares those of the reply.
  const isPrefix = result.text.startsWith(decoded);
  const text = isPrefix ? result.text.slice(0, decoded.length) : decoded;
  const truncated = finish.type === 'length' && !endsTurn;
  const parsed = parseResponse(text, {
    toolCallParser: args.sglang_tool_call_parser,
    reasoningParser: args.sglang_reasoning_parser,
    ...(tools === undefined ? {} : { tools }),
  });
  return {
    index,
    rid: result.rid,
    text,
    reasoning: parsed.reasoning,
    content: parsed.content,
    // A call that was cut must not run, nor one that stands before the cut.
    calls: truncated ? [] : parsed.calls,
    truncated,
    finish,
    tokens: ids.length,
    start,
  };
}

function isStop(id: number | undefined, { args, encoder, capabilities }: TurnPlace): boolean {
  if (id === undefined) return false;
  return (
    encoder.stopIds.has(id) ||
    capabilities.eosIds.includes(id) ||
    (args.rollout_stop_token_ids?.includes(id) ?? false)
  );
}
