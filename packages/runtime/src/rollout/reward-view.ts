import type { Encoder, PolicyTurn, RewardView, RolloutArgs, Sample, ToolSpec } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { z } from 'zod';
import { readToolSpecs } from './tool-specs.ts';

const maskedSpansSchema = z.array(z.tuple([z.int().nonnegative(), z.int().positive(), z.string()]));

/**
 * Rebuilds the policy's own words from a sample's tokens and mask, wherever the sample comes from:
 * each stretch of sampled ids is a turn. Sampled ids that are masked for a reason
 * (`metadata.masked_spans`) count as sampled; a null mask means that all was sampled.
 */
export async function buildRewardView(
  sample: Sample,
  encoder: Encoder,
  args: RolloutArgs,
  seed: number,
): Promise<Omit<RewardView, 'signal'>> {
  const tools = readToolSpecs(sample.metadata);
  const spans = sampledSpans(sample);
  const turns: PolicyTurn[] = [];
  const texts: string[] = [];
  for (const [at, ids] of spans.entries()) {
    const last = ids.at(-1);
    const ended = last !== undefined && isStop(last, encoder, args);
    const text = await encoder.decode(ended ? ids.slice(0, -1) : ids, {
      skipSpecialTokens: args.rollout_skip_special_tokens,
    });
    const truncated = !ended && at === spans.length - 1 && sample.status === 'truncated';
    turns.push(readTurn(text, truncated, args, tools));
    texts.push(text);
  }
  return {
    finalText: turns.at(-1)?.content ?? '',
    policyText: texts.join('\n'),
    turns,
    seed,
  };
}

function readTurn(
  text: string,
  truncated: boolean,
  args: RolloutArgs,
  tools: ToolSpec[] | undefined,
): PolicyTurn {
  const parsed = parseResponse(text, {
    toolCallParser: args.sglang_tool_call_parser,
    reasoningParser: args.sglang_reasoning_parser,
    ...(tools === undefined ? {} : { tools }),
  });
  return { ...parsed, calls: truncated ? [] : parsed.calls, truncated };
}

function isStop(id: number, encoder: Encoder, args: RolloutArgs): boolean {
  return encoder.stopIds.has(id) || (args.rollout_stop_token_ids?.includes(id) ?? false);
}

/** Ids of each stretch that the policy sampled, in order. */
function sampledSpans(sample: Sample): number[][] {
  const response = sample.tokens.slice(sample.tokens.length - sample.response_length);
  if (response.length === 0) return [];
  if (sample.loss_mask === null) return [response];
  const sampled = sample.loss_mask.map((bit) => bit === 1);
  const masked = maskedSpansSchema.safeParse(sample.metadata['masked_spans']);
  for (const [start, length] of masked.data ?? []) sampled.fill(true, start, start + length);
  const spans: number[][] = [];
  let from = -1;
  for (let at = 0; at <= response.length; at += 1) {
    const inside = sampled[at] === true && at < response.length;
    if (inside && from < 0) from = at;
    if (!inside && from >= 0) {
      spans.push(response.slice(from, at));
      from = -1;
    }
  }
  return spans;
}
