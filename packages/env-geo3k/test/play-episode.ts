import {
  createRolloutArgs,
  createSample,
  type InteractionEnv,
  type Message,
  type Policy,
  type PolicyTurn,
  type Sample,
  type TextObservation,
} from 'slime-sdk';
import { parseResponse } from 'slime-sdk/parsers';
import { geo3kEnv, geo3kReward } from '../src/index.ts';

/** Words that a turn may have here, in place of tokens. */
const MAX_WORDS = 512;

/** How an episode went. */
export interface Played {
  ending: 'env_done' | 'max_turns' | 'length';
  turns: PolicyTurn[];
  /** Messages after each turn that another turn followed. */
  observations: Message[][];
  reward: number;
}

export function openEnv(sample: Sample, maxTurns = 3): Promise<InteractionEnv<TextObservation[]>> {
  return Promise.resolve(
    geo3kEnv.build({
      sample,
      args: createRolloutArgs(),
      config: { max_turns: maxTurns },
      signal: AbortSignal.timeout(60_000),
    }),
  );
}

/** A seeded stream of numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Reads a turn as the loop does: a turn that was cut has no calls. */
export function readTurn(text: string): PolicyTurn {
  const words = text.split(' ');
  const truncated = words.length > MAX_WORDS;
  const { calls, ...rest } = parseResponse(words.slice(0, MAX_WORDS).join(' '), {
    toolCallParser: 'qwen25',
    reasoningParser: 'qwen3',
  });
  return { ...rest, calls: truncated ? [] : calls, truncated };
}

/** Plays one episode of the package with nothing but the SDK. */
export async function playEpisode(
  policy: Policy,
  sample: Sample,
  { random, maxTurns = 3, isKnown = true }: PlayOptions,
): Promise<Played> {
  const env = await openEnv(sample, maxTurns);
  const signal = AbortSignal.timeout(60_000);
  await env.reset({ seed: 1, attempt: 0, signal });
  const turns: PolicyTurn[] = [];
  const observations: Message[][] = [];
  let ending: Played['ending'] = 'max_turns';
  let transcript = `user: ${JSON.stringify(sample.prompt)}\n`;
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const text = await policy({
      input_ids: [],
      text: transcript,
      sampling_params: { max_new_tokens: MAX_WORDS },
      images: 1,
      sample: isKnown ? sample : undefined,
      random,
    });
    if (typeof text !== 'string') throw new TypeError('this policy gives text');
    const read = readTurn(text);
    turns.push(read);
    const step = await env.step(text, { ...read, turn, seed: 1, signal });
    if (step.done || read.truncated) {
      ending = read.truncated ? 'length' : 'env_done';
      break;
    }
    const messages = [env.formatObservation(step.observation)].flat();
    if (turn + 1 < maxTurns) observations.push(messages);
    transcript += `assistant: ${text}\n${JSON.stringify(messages)}\n`;
  }
  await env.close();
  return { ending, turns, observations, reward: await gradeTurns(turns, sample) };
}

interface PlayOptions {
  random: () => number;
  maxTurns?: number;
  /** Whether the policy is told the row. */
  isKnown?: boolean;
}

/** The package's reward of an episode with these turns. */
export async function gradeTurns(turns: PolicyTurn[], sample: Sample): Promise<number> {
  if (geo3kReward.mode !== 'single') throw new TypeError('the reward grades one sample');
  const reward = await geo3kReward.reward(createRolloutArgs(), sample, {
    finalText: turns.at(-1)?.content ?? '',
    policyText: turns.map(({ content }) => content).join('\n'),
    turns,
    signal: AbortSignal.timeout(60_000),
    seed: 1,
  });
  if (typeof reward !== 'number') throw new TypeError('the reward is a number');
  return reward;
}

export function createRow(label: Sample['label']): Sample {
  return createSample({ prompt: 'Find $x$.', label });
}
