import type { PolicyTurn, RewardValue } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { env, reward } from '../src/index.ts';
import { promptMessages, score, showMessages, showTools, type Stage } from './stage.ts';

/** Plays one episode of the environment, turn by turn; null when the person left. */
export async function playEpisode(stage: Stage): Promise<RewardValue[] | null> {
  const { args, sample, seed, terminal } = stage;
  const { signal } = terminal;
  // An environment that declares a `config` gets its parsed keys here.
  const played = await env.build({ sample: structuredClone(sample), args, config: {}, signal });
  const texts: string[] = [];
  const turns: PolicyTurn[] = [];
  try {
    const start = await played.reset({ seed, attempt: 0, signal });
    showTools(terminal, start.tools ?? []);
    showMessages(terminal, start.messages ?? promptMessages(sample));
    for (let turn = 0; turn < args.max_turns; turn += 1) {
      const text = await terminal.ask();
      if (text === null) return null;
      const read = parseResponse(text, {
        toolCallParser: args.sglang_tool_call_parser,
        reasoningParser: args.sglang_reasoning_parser,
        ...(start.tools === undefined ? {} : { tools: start.tools }),
      });
      texts.push(text);
      turns.push({ ...read, truncated: false });
      const step = await played.step(text, { ...read, turn, truncated: false, seed, signal });
      if (step.done) break;
      showMessages(terminal, [played.formatObservation(step.observation)].flat());
    }
  } finally {
    await played.close();
  }
  const finalText = turns.at(-1)?.content ?? '';
  return [await score(reward, stage, { finalText, policyText: texts.join('\n'), turns })];
}
