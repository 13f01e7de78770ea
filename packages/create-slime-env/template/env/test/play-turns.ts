import { createRolloutArgs, createSample, type Message, type PolicyTurn } from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import manifest from '../package.json' with { type: 'json' };
import { env, reward } from '../src/index.ts';

const args = createRolloutArgs(manifest.slime.args);

/** A row with two crates and five apples. */
export const row = createSample({
  prompt: 'How many apples are there in all crates together?',
  label: 5,
  metadata: { crates: { A: { apples: 2, pears: 7 }, B: { apples: 3 } } },
});

/** How an episode went. */
export interface Played {
  observations: Message[][];
  done: boolean;
  reward: unknown;
}

/** Plays the given turns, as a rollout would. */
export async function playTurns(texts: readonly string[], seed = 1): Promise<Played> {
  const signal = AbortSignal.timeout(10_000);
  const crates = await env.build({ sample: structuredClone(row), args, config: {}, signal });
  await crates.reset({ seed, attempt: 0, signal });
  const turns: PolicyTurn[] = [];
  const observations: Message[][] = [];
  let done = false;
  for (const [turn, text] of texts.entries()) {
    const read = parseResponse(text, {
      toolCallParser: args.sglang_tool_call_parser,
      reasoningParser: args.sglang_reasoning_parser,
    });
    turns.push({ ...read, truncated: false });
    const step = await crates.step(text, { ...read, turn, truncated: false, seed, signal });
    observations.push([crates.formatObservation(step.observation)].flat());
    done = step.done;
  }
  await crates.close();
  if (reward.mode !== 'single') throw new TypeError('the reward scores one sample');
  const view = {
    finalText: turns.at(-1)?.content ?? '',
    policyText: texts.join('\n'),
    turns,
    seed,
    signal,
  };
  return { observations, done, reward: await reward.reward(args, row, view) };
}
