import { readToolSpecs } from 'slime-runtime/hosting';
import type { RolloutArgs, Sample, StepContext, ToolSpec } from 'slime-sdk';
import { parseResponse, type ParseResponseOptions } from 'slime-sdk/parsers';
import { callFormat, type CallFormat } from '../../arbitraries/write-call.ts';

/** A turn of the policy: text without its end token, and whether it was cut by length. */
export interface Response {
  text: string;
  truncated: boolean;
  /** It comes from a run: read by the parsers that the arguments name, and by none where they do not. */
  isStored?: boolean;
}

/** Parsers of the run; where its arguments name none, those of the Qwen models. */
function parsersOf(args: RolloutArgs, isStored: boolean): ParseResponseOptions {
  const { sglang_tool_call_parser: calls, sglang_reasoning_parser: reasoning } = args;
  return calls === null && reasoning === null && !isStored
    ? { toolCallParser: 'qwen25', reasoningParser: 'qwen3' }
    : { toolCallParser: calls, reasoningParser: reasoning };
}

/** The format in which a policy of this run writes its calls. */
export function callFormatOf(args: RolloutArgs): CallFormat {
  return callFormat(args.sglang_tool_call_parser);
}

/** Reads a turn as the loop does: a turn that was cut has no calls. */
export function readTurn(
  { text, truncated, isStored = false }: Response,
  rest: { args: RolloutArgs; tools: readonly ToolSpec[]; turn: number; seed: number },
): Omit<StepContext, 'signal'> {
  const { args, tools, turn, seed } = rest;
  const { reasoning, content, calls } = parseResponse(text, {
    ...parsersOf(args, isStored),
    tools,
  });
  return { turn, reasoning, content, calls: truncated ? [] : calls, truncated, seed };
}

/**
 * Tools of a row, which stand where `reset` gives none.
 *
 * @throws DataError when they cannot be read, as the loop does.
 */
export function rowTools({ metadata }: Pick<Sample, 'metadata'>): ToolSpec[] {
  return readToolSpecs(metadata) ?? [];
}
