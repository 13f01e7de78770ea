import type { RewardValue } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { reward } from '../src/index.ts';
import { promptMessages, score, showMessages, type Stage } from './stage.ts';

/** Asks for one answer to the row's prompt and scores it; null when the person left. */
export async function playEpisode(stage: Stage): Promise<RewardValue[] | null> {
  const { args, sample, terminal } = stage;
  showMessages(terminal, promptMessages(sample));
  const text = await terminal.ask();
  if (text === null) return null;
  const read = parseResponse(text, {
    toolCallParser: args.sglang_tool_call_parser,
    reasoningParser: args.sglang_reasoning_parser,
  });
  const turns = [{ ...read, truncated: false }];
  return [await score(reward, stage, { finalText: read.content, policyText: text, turns })];
}
